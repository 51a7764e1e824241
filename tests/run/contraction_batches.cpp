// Batches of products and triangles: along the grid of a device, with bounds of any type, ranges that begin
// elsewhere, batches in batches, and rows of batches that depend on one another's bounds.
#include <appyl/view.hpp>

#include <cstddef>
#include <cstdio>
#include <vector>

template <class T>
static std::vector<T> numbers(std::size_t count, int range) {
  std::vector<T> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<T>(static_cast<int>(i * 7 % 23) % range - range / 2);
  return result;
}

template <class T>
static void print(const char* name, const std::vector<T>& values) {
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) sum += static_cast<double>(values[k]) * static_cast<double>(k % 11 + 1);
  std::printf("%s %.6f\n", name, sum);
}

static void batch(std::size_t count, int m, int n, int k, const float* a, const float* b, float* c) {
#pragma parallel
  for (std::size_t z = 0; z < count; ++z)
#pragma parallel
    for (int i = 0; i < m; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j) {
        float sum = 0;
        for (int p = 0; p < k; ++p) sum += a[(z * m + i) * k + p] * b[p * n + j];
        c[(z * m + i) * n + j] = sum;
      }
}

static void heads(int count, unsigned h, int m, int k, appyl::view<const double, 4> q, appyl::view<const double, 4> key,
                  appyl::view<double, 4> s, double scale) {
#pragma parallel
  for (int z = 1; z <= count; ++z)
#pragma parallel
    for (unsigned y = 0; y < h; ++y)
#pragma parallel
      for (int i = 0; i < m; ++i)
#pragma parallel
        for (int j = 0; j < m; ++j) {
          double sum = 0;
          for (int p = 0; p < k; ++p) sum += q(z - 1, y, i, p) * key(z - 1, y, j, p);
          s(z - 1, y, i, j) = sum * scale;
        }
}

// Three loops around the product, the second as long as the first one's counter says.
static void steps(int count, int m, const double* a, const double* b, double* c) {
#pragma parallel
  for (int z = 0; z < count; ++z)
#pragma parallel
    for (int y = z; y < count; ++y)
#pragma parallel
      for (int x = 0; x < 2; ++x)
#pragma parallel
        for (int i = 0; i < m; ++i)
#pragma parallel
          for (int j = 0; j < m; ++j)
            for (int p = 0; p < m; ++p)
              c[(((z * count + y) * 2 + x) * m + i) * m + j] += a[((y * 2 + x) * m + i) * m + p] * b[(z * m + p) * m + j];
}

// Too small for tiles.
static void tiny(int count, const float* a, const float* b, float* c) {
#pragma parallel
  for (int z = 0; z < count; ++z)
#pragma parallel
    for (int i = 0; i < 4; ++i)
#pragma parallel
      for (int j = 0; j < 4; ++j) {
        float sum = 0;
        for (int p = 0; p < 4; ++p) sum += a[(z * 4 + i) * 4 + p] * b[(z * 4 + p) * 4 + j];
        c[(z * 4 + i) * 4 + j] = sum;
      }
}

static void rankUpdate(int n, int k, double alpha, double beta, const double* a, double* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j <= i; ++j) {
      c[i * n + j] *= beta;
      for (int p = 0; p < k; ++p) c[i * n + j] += alpha * a[i * k + p] * a[j * k + p];
    }
}

static void upper(int n, int k, const float* a, const float* b, float* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = i; j < n; ++j) {
      float sum = 1;
      for (int p = 0; p < k; ++p) sum += a[p * n + i] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

static void triangles(int count, int n, int k, const float* a, float* c) {
#pragma parallel
  for (int z = 0; z < count; ++z)
#pragma parallel
    for (int i = 0; i < n; ++i)
#pragma parallel
      for (int j = 0; j <= i; ++j)
        for (int p = 0; p < k; ++p) c[(z * n + i) * n + j] -= a[(z * n + i) * k + p] * a[(z * n + j) * k + p];
}

int main() {
  for (const int size : {0, 1, 20, 67}) {
    const int count = size % 5, m = size + 2, n = size, k = size == 1 ? 0 : size / 2 + 3;
    const std::size_t most = 8 * static_cast<std::size_t>((m + 1) * (m + 1) * 4 + (k + 1) * (m + 1) * 4);
    const auto a = numbers<float>(most, 9), b = numbers<float>(most, 5);
    auto c = numbers<float>(most, 7);
    batch(static_cast<std::size_t>(count), m, n, k, a.data(), b.data(), c.data());
    print("batch", c);
    const auto wideA = numbers<double>(most, 9), wideB = numbers<double>(most, 5);
    auto wideC = numbers<double>(most, 7);
    heads(count, 3, m, k, {wideA.data(), {count, 3, m, k}}, {wideB.data(), {count, 3, m, k}}, {wideC.data(), {count, 3, m, m}}, 0.5);
    print("heads", wideC);
    steps(count, n / 2, wideA.data(), wideB.data(), wideC.data());
    print("steps", wideC);
    tiny(count, a.data(), b.data(), c.data());
    print("tiny", c);
    rankUpdate(n, k, 2, 0.25, wideA.data(), wideC.data());
    print("rank update", wideC);
    upper(n, k, a.data(), b.data(), c.data());
    print("upper", c);
    triangles(count, n, k, a.data(), c.data());
    print("triangles", c);
  }
  // Few elements of many terms, which blocks share.
  const int n = 7, k = 2100;
  const auto a = numbers<float>(n * k, 5);
  const auto wide = numbers<double>(n * k, 5);
  std::vector<float> c(n * n);
  std::vector<double> sums(n * n);
  upper(n, k, a.data(), a.data(), c.data());
  rankUpdate(n, k, 2, 1, wide.data(), sums.data());
  print("upper", c), print("rank update", sums);
}
