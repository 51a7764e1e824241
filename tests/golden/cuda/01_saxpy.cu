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
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <cstddef>
#include <vector>

// saxpy_kernel0: a grid of ceildiv(n, 128) programs, blocks of 128 of i.
// Reads x (128); writes y (128).
// Proved independent.
// Each block has 128 threads, x along i; each takes 4 iterations of i at a time.
static __global__ void saxpy_kernel0(std::size_t n, float* __restrict__ y, float a,
                                     const float* __restrict__ x) {
  for (std::size_t i_at = ::appyl::cuda::thread_x(4); i_at < n; i_at += ::appyl::cuda::threads_x(4))
    ::appyl::cuda::several<4, 128>(i_at, n, [&](std::size_t i) { y[i] = a * x[i] + y[i]; });
}

void saxpy(std::size_t n, float a, const float* x, float* y) {
  if (0 < n) {
    ::appyl::cuda::loop device("01_saxpy.cpp", 19, "saxpy_kernel0");
    device.in(x, 0, n);
    device.inout(y, 0, n);
    const dim3 grid(::appyl::cuda::blocks(n, 512));
    ::appyl::cuda::launch(saxpy_kernel0, grid, dim3(128), 0, n, device.at(y), a, device.at(x));
    device.finish();
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
