// Products of matrices in the forms that people write them in: every order of storage, rows longer than what is used,
// a variable or the element itself to sum up in, the loops in another order, triangles, batches, differences. The
// sums are computed in the order of the source, so that every bit is the same.
// flags: -std=c++20
#include "print.h"
#include <array>
#include <cstddef>
#include <span>
#include <vector>

struct Sizes {
  int m, n, k;
};
#ifdef ON_DEVICE
static const Sizes some[] = {{0, 3, 2}, {3, 0, 2}, {3, 2, 0}, {1, 1, 1}, {5, 7, 3}, {20, 33, 17}};
#else
static const Sizes some[] = {{0, 3, 2}, {3, 0, 2}, {3, 2, 0}, {1, 1, 1}, {5, 7, 3}, {33, 50, 29}, {70, 65, 700}};
#endif

template <class T>
static std::vector<T> values(std::size_t n, unsigned seed) {
  std::vector<T> result(n);
  fillFraction(result.data(), n, seed);
  return result;
}

static void flat(const float* a, const float* b, float* c, int m, int n, int k) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i)
#pragma parallel block(16)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
#pragma block(8)
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

static void transposed(const double* a, const double* b, double* c, std::size_t m, std::size_t n, std::size_t k) {
#pragma parallel
  for (std::size_t i = 0; i < m; ++i)
#pragma parallel
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t p = 0; p < k; ++p) c[j * m + i] += b[j * k + p] * a[p * m + i];
}

static void pitched(std::span<const double> a, const std::vector<double>& b, std::vector<double>& c, int m, int n, int k,
                    int lda, int ldb, int ldc, double alpha, double beta) {
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel
    for (int j = 0; j < n; j++) {
      c[i * ldc + j + 1] *= beta;
      for (int p = 0; p < k; p++) c[i * ldc + j + 1] += alpha * a[i * lda + p] * b[p * ldb + j + 2];
    }
}

// The loops from the second row and column on, up to and with the last ones.
static void parts(const float* a, const float* b, float* c, int m, int n, int k) {
#pragma parallel
  for (int i = 1; i <= m - 1; ++i)
#pragma parallel
    for (int j = 2; j != n + 2; ++j) {
      float sum = 1.5f;
      for (int p = 1; p < k; ++p) sum -= a[i * k + p] * b[p * (n + 2) + j];
      c[i * (n + 2) + j] = sum;
    }
}

static void otherOrder(const double* a, const double* b, double* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * k + p] * b[p * n + j];
}

constexpr int rows = 41, columns = 37, terms = 45;

static void arrays(double (*a)[terms], double b[terms][columns], double c[][columns], double alpha, double beta, int m,
                   int n, int k) {
#pragma parallel
  for (int i = 0; i < m; i++) {
    for (int q = 0; q < n; q++) c[i][q] *= beta;
    for (int p = 0; p < k; p++) {
      const double x = alpha * a[i][p];
      for (int j = 0; j < n; j++) c[i][j] += x * b[p][j];
    }
  }
}

static void lower(const double* a, double* c, int n, int k, double alpha, double beta) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) c[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      for (int j = 0; j <= i; j++) c[i * n + j] += alpha * a[i * k + p] * a[j * k + p];
  }
}

static void upper(const float* a, const float* b, float* c, int n, int k) {
#pragma parallel
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      float sum = 0;
      for (int p = 0; p < k; p++) sum += a[p * n + i] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

static void batched(const float* a, const float* b, float* c, int batches, int m, int n, int k) {
#pragma parallel
  for (int z = 0; z < batches; ++z)
#pragma parallel
    for (int i = 0; i < m; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) {
        float sum = 0;
        for (int p = 0; p < k; ++p) sum = a[(z * m + i) * k + p] * b[(z * k + p) * n + j] + sum;
        c[(z * m + i) * n + j] = sum;
      }
}

// One matrix for all of a batch of two dimensions.
static void shared(const double* a, const double* b, double* c, int r, int q, int n, int k) {
#pragma parallel
  for (int x = 0; x < r; ++x)
#pragma parallel
    for (int y = 1; y < q; ++y)
#pragma parallel
      for (int i = 0; i < 3; ++i)
#pragma parallel
        for (int j = 0; j < n; ++j)
          for (int p = 0; p < k; ++p)
            c[((x * q + y) * 3 + i) * n + j] += a[((x * q + y) * 3 + i) * k + p] * b[p * n + j];
}

static void whole(const int* a, const int* b, int* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      int sum{};
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

static void bytes(const signed char* a, const unsigned char* b, int* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      int sum = c[i * n + j];
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

// Wider than the elements that it sums up, and than where the sum goes.
static void wider(const float* a, const float* b, float* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int p = 0; p < k; ++p) sum += double(a[i * k + p]) * b[p * n + j];
      c[i * n + j] = static_cast<float>(sum);
    }
}

struct Layer {
  std::vector<float> weights;
  std::array<std::array<float, terms>, rows> inputs;
  float outputs[rows][columns];

  void run(int m, int n, int k) {
    int i, j;
#pragma parallel
    for (i = 0; i < m; ++i)
#pragma parallel
      for (j = 0; j < n; ++j) {
        outputs[i][j] = 0;
        for (int p = 0; p < k; ++p) outputs[i][j] += inputs[i][p] * weights[p * columns + j];
      }
    std::printf("ends at %d\n", i);
  }
};

// Rows that run backwards in memory.
static void backwards(const float* a, const float* b, float* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < k; ++p) sum += a[(m - 1 - i) * k + p] * b[p * n + (n - 1 - j)];
      c[(m - 1 - i) * n + j] = sum;
    }
}

int main() {
  for (const auto& [m, n, k] : some) {
    std::printf("%d %d %d\n", m, n, k);
    const std::size_t mk = m * k, kn = k * n, mn = m * n;
    const auto fa = values<float>(mk, 1), fb = values<float>(kn, 2);
    const auto da = values<double>(mk, 3), db = values<double>(kn, 4);
    auto fc = values<float>(mn, 5);
    auto dc = values<double>(mn, 6);
    flat(fa.data(), fb.data(), fc.data(), m, n, k);
    print("flat", fc.data(), fc.size());
    transposed(da.data(), db.data(), dc.data(), m, n, k);
    print("transposed", dc.data(), dc.size());

    const int lda = k + 3, ldb = n + 4, ldc = n + 1;
    const auto pa = values<double>(m * lda, 7), pb = values<double>(k * ldb, 8);
    auto pc = values<double>(m * ldc + 1, 9);
    pitched(pa, pb, pc, m, n, k, lda, ldb, ldc, 1.25, 0.75);
    print("pitched", pc.data(), pc.size());

    const auto wide = values<float>(k * (n + 2), 10);
    auto widec = values<float>(m * (n + 2), 11);
    parts(fa.data(), wide.data(), widec.data(), m, n, k);
    print("parts", widec.data(), widec.size());
    otherOrder(da.data(), db.data(), dc.data(), m, n, k);
    print("order", dc.data(), dc.size());

    const auto triangle = values<double>(n * k, 12);
    auto square = values<double>(n * n, 13);
    lower(triangle.data(), square.data(), n, k, 0.5, 1.5);
    print("lower", square.data(), square.size());
    auto small = values<float>(n * n, 14);
    upper(fb.data(), wide.data(), small.data(), n, k);
    print("upper", small.data(), small.size());

    const auto za = values<float>(3 * mk, 15), zb = values<float>(3 * kn, 16);
    auto zc = values<float>(3 * mn, 17);
    batched(za.data(), zb.data(), zc.data(), 3, m, n, k);
    print("batched", zc.data(), zc.size());
    const auto sa = values<double>(2 * 4 * 3 * k, 18);
    auto sc = values<double>(2 * 4 * 3 * n, 19);
    shared(sa.data(), db.data(), sc.data(), 2, 4, n, k);
    print("shared", sc.data(), sc.size());

    std::vector<int> ia(mk), ib(kn), ic(mn);
    fill(ia.data(), mk, 20), fill(ib.data(), kn, 21), fill(ic.data(), mn, 22);
    whole(ia.data(), ib.data(), ic.data(), m, n, k);
    print("integers", ic.data(), ic.size());
    const std::vector<signed char> ba(ia.begin(), ia.end());
    const std::vector<unsigned char> bb(ib.begin(), ib.end());
    bytes(ba.data(), bb.data(), ic.data(), m, n, k);
    print("bytes", ic.data(), ic.size());
    wider(fa.data(), fb.data(), fc.data(), m, n, k);
    print("wider", fc.data(), fc.size());
    backwards(fa.data(), fb.data(), fc.data(), m, n, k);
    print("backwards", fc.data(), fc.size());
  }

  static double a[rows][terms], b[terms][columns], c[rows][columns];
  fillFraction(&a[0][0], rows * terms, 23), fillFraction(&b[0][0], terms * columns, 24);
  fillFraction(&c[0][0], rows * columns, 25);
  arrays(a, b, c, 1.5, 0.5, rows, columns, terms);
  arrays(a, b, c, 1.5, 0.5, rows - 2, columns - 3, 0);
  arrays(a, b, c, 1.5, 0.5, -1, columns, -2);
  arrays(a, b, c, 1.5, 0.5, 3, 4, -5);
  print("arrays", &c[0][0], rows * columns);
  static Layer layer;
  layer.weights = values<float>(terms * columns, 26);
  fillFraction(&layer.inputs[0][0], rows * terms, 27);
  layer.run(rows, columns - 1, terms);
  print("layer", &layer.outputs[0][0], rows * columns);
  return 0;
}
