// The program of the sample of the same name, with the directives that an OpenMP user writes by hand in place
// of the annotations. Everything else is kept, so that both differ in their directives only.
#include "sample.hpp"

#include <cstddef>
#include <vector>

void saxpy(std::size_t n, float a, const float* x, float* y) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

void saxpySequential(std::size_t n, float a, const float* x, float* y) {
  for (std::size_t i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 40'000'000}});
  const auto n = static_cast<std::size_t>(program.size(0));

  sample::Random random;
  const std::vector<float> x = random.vector<float>(n);
  std::vector<float> expected = random.vector<float>(n);
  std::vector<float> actual = expected;

  program.kernel(
      "saxpy", [&] { saxpySequential(n, 0.5f, x.data(), expected.data()); },
      [&] { saxpy(n, 0.5f, x.data(), actual.data()); }, [&] { return sample::same(expected, actual); });
  return program.status();
}
