// The program of the sample of the same name, with the directives that an OpenMP user writes by hand in place
// of the annotations. Everything else is kept, so that both differ in their directives only.
#include "sample.hpp"

#include <cstddef>
#include <vector>

template <class Real, int Tile>
void matmul(int m, int n, int k, const Real* a, const Real* b, Real* c) {
#pragma omp parallel for
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      Real sum = 0;
      for (int p = 0; p < k; ++p)
        sum += a[static_cast<std::size_t>(i) * k + p] * b[static_cast<std::size_t>(p) * n + j];
      c[static_cast<std::size_t>(i) * n + j] = sum;
    }
}

template <class Real>
void matmulSequential(int m, int n, int k, const Real* a, const Real* b, Real* c) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      Real sum = 0;
      for (int p = 0; p < k; ++p)
        sum += a[static_cast<std::size_t>(i) * k + p] * b[static_cast<std::size_t>(p) * n + j];
      c[static_cast<std::size_t>(i) * n + j] = sum;
    }
}

template <class Real, int Tile>
void compare(sample::Program& program, const char* name) {
  const int m = static_cast<int>(program.size(0)), n = static_cast<int>(program.size(1));
  const int k = static_cast<int>(program.size(2));
  const auto elements = [](int rows, int columns) { return static_cast<std::size_t>(rows) * columns; };

  sample::Random random;
  const std::vector<Real> a = random.vector<Real>(elements(m, k)), b = random.vector<Real>(elements(k, n));
  std::vector<Real> expected(elements(m, n)), actual(elements(m, n));
  program.kernel(
      name, [&] { matmulSequential(m, n, k, a.data(), b.data(), expected.data()); },
      [&] { matmul<Real, Tile>(m, n, k, a.data(), b.data(), actual.data()); },
      [&] { return sample::reduced(expected, actual, k); });
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"m", 500}, {"n", 510}, {"k", 500}});
  compare<float, 64>(program, "matmul-float");
  compare<double, 32>(program, "matmul-double");
  return program.status();
}
