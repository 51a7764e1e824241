// The first program to try: y = a x + y on two long vectors. `parallel` says that the iterations of the loop
// are independent of each other, `block` that they are taken in blocks of 128, each of which becomes one unit
// of work: vector instructions on a CPU, a group of threads on a GPU. Without the translator the pragma is
// ignored and the loop is the sequential one.
//
// run: --check 0
// run: --check 1
// run: --check 127
// run: --check 128
// run: --check 129
// run: --check 1000
#include <appyl/interpret/interpret.hpp>
#include "sample.hpp"

#include <cstddef>
#include <vector>

void saxpy(std::size_t n, float a, const float* x, float* y) {
  // saxpy_kernel0: a grid of ceildiv(n, 128) programs, blocks of 128 of i.
  // Reads x (128); writes y (128).
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
    check_::Programs programs({"01_saxpy.cpp", "saxpy_kernel0"}, {{"i", i_count, 128}});
    while (programs.next()) {
      programs.row<std::size_t>([&](const auto& each_, const std::size_t i) {
        each_.write({19, 39, "y"}, y, i) =
            a * each_.read({19, 50, "x"}, x, i) + each_.read({19, 57, "y"}, y, i);
      });
    }
  }
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
