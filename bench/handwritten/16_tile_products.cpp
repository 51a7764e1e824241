// The program of the sample of the same name, its products and sums as plain loops, with the directives that
// an OpenMP user writes by hand.
#include "sample.hpp"

#include <algorithm>
#include <vector>

void layer(const float* a, const float* b, const float* bias, float* c, int m, int n, int k) {
#pragma omp parallel for
  for (int i = 0; i < m; ++i) {
    float* row = c + static_cast<std::size_t>(i) * n;
    std::fill_n(row, n, 0.0f);
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) row[j] += a[i * k + p] * b[p * n + j];
    for (int j = 0; j < n; ++j) row[j] = std::max(row[j] + bias[j], 0.0f);
  }
}

template <class Real>
void product(const Real* a, const Real* b, Real* c, int m, int n, int k) {
#pragma omp parallel for
  for (int i = 0; i < m; ++i) {
    Real* row = c + static_cast<std::size_t>(i) * n;
    std::fill_n(row, n, Real(0));
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) row[j] += a[i * k + p] * b[p * n + j];
  }
}

void sparse(const std::vector<int>& starts, const std::vector<int>& columns, const std::vector<float>& values,
            const std::vector<float>& b, std::vector<float>& c, int m, int n) {
#pragma omp parallel for
  for (int i = 0; i < m; ++i) {
    float* row = c.data() + static_cast<std::size_t>(i) * n;
    std::fill_n(row, n, 0.0f);
    for (int p = starts[i]; p < starts[i + 1]; ++p) {
      const float* other = b.data() + static_cast<std::size_t>(columns[p]) * n;
      for (int j = 0; j < n; ++j) row[j] += values[p] * other[j];
    }
  }
}

template <class Real>
void productSequential(const Real* a, const Real* b, Real* c, int m, int n, int k) {
  std::fill_n(c, static_cast<std::size_t>(m) * n, Real(0));
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * k + p] * b[p * n + j];
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"M", 500}, {"N", 500}, {"K", 500}});
  const int m = static_cast<int>(program.size(0)), n = static_cast<int>(program.size(1)),
            k = static_cast<int>(program.size(2));
  const auto mk = static_cast<std::size_t>(m) * k, kn = static_cast<std::size_t>(k) * n,
             mn = static_cast<std::size_t>(m) * n;
  sample::Random random;

  const std::vector<float> a = random.vector<float>(2 * mk, -1, 1), b = random.vector<float>(2 * kn, -1, 1),
                           bias = random.vector<float>(n, -1, 1);
  std::vector<float> expected(2 * mn), actual(2 * mn);
  program.kernel(
      "layer",
      [&] {
        productSequential(a.data(), b.data(), expected.data(), m, n, k);
        for (std::size_t p = 0; p < mn; ++p) expected[p] = std::max(expected[p] + bias[p % n], 0.0f);
      },
      [&] { layer(a.data(), b.data(), bias.data(), actual.data(), m, n, k); },
      [&] { return sample::reduced(expected, actual, k); });
  program.kernel(
      "batched",
      [&] {
        for (int z = 0; z < 2; ++z)
          productSequential(a.data() + z * mk, b.data() + z * kn, expected.data() + z * mn, m, n, k);
      },
      [&] {
        for (int z = 0; z < 2; ++z)
          product(a.data() + z * mk, b.data() + z * kn, actual.data() + z * mn, m, n, k);
      },
      [&] { return sample::reduced(expected, actual, k); });

  const std::vector<double> x(a.begin(), a.end()), y(b.begin(), b.end());
  std::vector<double> expectedSums(mn), sums(mn);
  program.kernel(
      "split-K", [&] { productSequential(x.data(), y.data(), expectedSums.data(), m, n, k); },
      [&] { product(x.data(), y.data(), sums.data(), m, n, k); },
      [&] { return sample::reduced(expectedSums, sums, k); });

  std::vector<int> starts(m + 1), columns;
  for (int i = 0; i < m; ++i) {
    for (int p = 0; p < k; ++p)
      if (random() < 0.1) columns.push_back(p);
    starts[i + 1] = static_cast<int>(columns.size());
  }
  const std::vector<float> values = random.vector<float>(columns.size());
  expected.assign(mn, 0), actual.assign(mn, 1);
  program.kernel(
      "sparse",
      [&] {
        std::fill(expected.begin(), expected.end(), 0.0f);
        for (int i = 0; i < m; ++i)
          for (int p = starts[i]; p < starts[i + 1]; ++p)
            for (int j = 0; j < n; ++j)
              expected[i * static_cast<std::size_t>(n) + j] +=
                  values[p] * b[columns[p] * static_cast<std::size_t>(n) + j];
      },
      [&] { sparse(starts, columns, values, b, actual, m, n); },
      [&] { return sample::reduced(expected, actual, k); });
  return program.status();
}
