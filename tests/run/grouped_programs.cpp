// Programs of products, which CUDA starts several rows at a time: grids of fewer rows than that, of one column, and of
// rows that the groups do not divide; batches, columns outside of rows, tiles, and sizes that are constants.
// flags: -Iinclude
// run: 0 5 3
// run: 1 1 1
// run: 3 75 9
// run: 8 40 5
// run: 30 45 4
// run: 37 3 11
// run: 67 39 6
// run: 145 9 1
#include <appyl/appyl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace appyl;

template <class T>
std::vector<T> numbers(int count, int seed) {
  std::vector<T> result(count);
  for (int i = 0; i < count; ++i) result[i] = static_cast<T>((i * 7 + seed) % 13 - 6);
  return result;
}

template <class T>
void show(const char* name, const std::vector<T>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += static_cast<double>(values[i]) * (1 + i % 19);
  std::printf("%s %.10g\n", name, sum);
}

void product(int m, int n, int k, const float* a, const float* b, float* c) {
#pragma parallel block(4)
  for (int i = 0; i < m; ++i)
#pragma parallel block(4)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
#pragma block(2) stages(2)
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

// Neighbouring threads take i, so the rows of the launch are columns of c.
void transposed(int m, int n, int k, const float* a, const float* b, float* c) {
#pragma parallel block(4)
  for (int i = m - 1; i >= 0; --i)
#pragma parallel block(2)
    for (int j = 1; j < n; ++j) {
      float best = 1e30f;
#pragma block(4)
      for (int p = 0; p < k; ++p) {
        const float sum = a[p * m + i] + b[j * k + p];
        if (sum < best) best = sum;
      }
      c[j * m + i] = best;
    }
}

template <class T, int B>
void batched(int z, int m, int n, int k, const T* a, const T* b, T* c) {
#pragma parallel
  for (int l = 0; l < z; ++l)
#pragma parallel block(B)
    for (int i = 0; i < m; ++i)
#pragma parallel block(B + 1)
      for (int j = 0; j < n; ++j) {
        T sum = 0;
#pragma block(2) stages(3)
        for (int p = 0; p < k; ++p) sum += a[(l * m + i) * k + p] * b[(l * k + p) * n + j];
        c[(l * m + i) * n + j] += sum;
      }
}

void constant(const double (*a)[5], const double (*b)[60], double (*c)[60]) {
#pragma parallel block(4)
  for (int i = 0; i < 44; ++i)
#pragma parallel block(4)
    for (int j = 0; j < 60; ++j) {
      double sum = 0;
#pragma block(2) stages(2)
      for (int p = 0; p < 5; ++p) sum += a[i][p] * b[p][j];
      c[i][j] = sum;
    }
}

void tiles(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < c.extent(0); i += 4)
#pragma parallel
    for (int j = 0; j < c.extent(1); j += 4) {
      tile<float, 2> sum = zeros<float>(4, 4);
      for (int p = 0; p < a.extent(1); p += 2) sum += dot(a(slice(i, 4), slice(p, 2)), b(slice(p, 2), slice(j, 4)));
      c(slice(i, 4), slice(j, 4)) = sum;
    }
}

int main(int, char** argv) {
  const int m = std::atoi(argv[1]), n = std::atoi(argv[2]), k = std::atoi(argv[3]), z = 2;
  const std::vector<float> a = numbers<float>(z * m * k, 1), b = numbers<float>(z * k * n, 2);
  std::vector<float> c(m * n, 9);
  product(m, n, k, a.data(), b.data(), c.data());
  show("product", c);
  transposed(m, n, k, a.data(), b.data(), c.data());
  show("transposed", c);
  std::vector<float> more(z * m * n, 3);
  batched<float, 3>(z, m, n, k, a.data(), b.data(), more.data());
  show("batched", more);
  std::vector<double> wide(z * m * n, 3);
  batched<double, 2>(z, m, n, k, std::vector<double>(a.begin(), a.end()).data(),
                     std::vector<double>(b.begin(), b.end()).data(), wide.data());
  show("batched wide", wide);
  static double x[44][5], y[5][60], result[44][60];
  for (int i = 0; i < 300; ++i) y[i / 60][i % 60] = i % 7 - m, x[i % 44][i % 5] = i % 11 - n;
  constant(x, y, result);
  show("constant", std::vector<double>(&result[0][0], &result[0][0] + 44 * 60));
  tiles(view<const float, 2>(a, m, k), view<const float, 2>(b, k, n), view<float, 2>(c, m, n));
  show("tiles", c);
}
