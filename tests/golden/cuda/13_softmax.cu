// Softmax of every row of a matrix, the last step of most classifiers: exponentials, divided by their sum.
// The row's maximum is subtracted first, so that nothing overflows. The rows are independent programs; inside
// a row, the loops for the maximum, the sum and the division follow each other and are parallel loops of
// their own, which the vector lanes of a CPU or the threads of a GPU's block share.
//
// run: --check 0 0
// run: --check 1 1
// run: --check 1 7
// run: --check 31 65
// run: --check 129 127
// run: --check 5 1000
// run: --check 128 0
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

// softmax_kernel0: a grid of rows programs, one for each i.
// Reads in (1 x columns); writes out (1 x columns); reduces largest by max, total by +.
// Proved independent.
// Each program is run by a block of 128 threads, which share the iterations of j, j.2, j.3.
template <class Real>
static __global__ void softmax_kernel0(std::size_t rows, std::size_t columns, const Real* in, Real* out) {
  for (std::size_t i = blockIdx.x; i < rows; i += gridDim.x) {
    const std::size_t row = i * columns;
    Real largest = -std::numeric_limits<Real>::infinity(), total = 0;
    Real largest_own = ::appyl::cuda::maximum::template identity<Real>();
    for (long long j_at = ::appyl::cuda::thread_number(); j_at < static_cast<long long>(columns);
         j_at += ::appyl::cuda::threads_per_block()) {
      const std::size_t j = static_cast<std::size_t>(j_at);
      largest_own = std::max(largest_own, in[row + j]);
    }
    largest = ::appyl::cuda::maximum()(
        largest, ::appyl::cuda::block_reduce_for_all(::appyl::cuda::maximum(), largest_own));

    Real total_own = ::appyl::cuda::sum::template identity<Real>();
    for (long long j_at = ::appyl::cuda::thread_number(); j_at < static_cast<long long>(columns);
         j_at += ::appyl::cuda::threads_per_block()) {
      const std::size_t j = static_cast<std::size_t>(j_at);
      out[row + j] = std::exp(in[row + j] - largest);
      total_own += out[row + j];
    }
    total = ::appyl::cuda::sum()(total, ::appyl::cuda::block_reduce_for_all(::appyl::cuda::sum(), total_own));

    for (long long j_at = ::appyl::cuda::thread_number(); j_at < static_cast<long long>(columns);
         j_at += ::appyl::cuda::threads_per_block()) {
      const std::size_t j = static_cast<std::size_t>(j_at);
      out[row + j] /= total;
    }
  }
}

template <class Real>
void softmax(std::span<const Real> in, std::span<Real> out, std::size_t rows, std::size_t columns) {
  if (0 < rows) {
    ::appyl::cuda::loop device("13_softmax.cpp", 25, "softmax_kernel0");
    device.in(in.data(), 0, 1LL * columns * rows);
    device.inout(out.data(), 0, 1LL * columns * rows);
    const dim3 grid(::appyl::cuda::blocks(rows, 1));
    ::appyl::cuda::launch(softmax_kernel0<Real>, grid, dim3(128), 0, rows, columns, device.at(in.data()),
                          device.at(out.data()));
    device.finish();
  }
}

template <class Real>
void softmaxSequential(std::span<const Real> in, std::span<Real> out, std::size_t rows, std::size_t columns) {
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t row = i * columns;
    Real largest = -std::numeric_limits<Real>::infinity(), total = 0;
    for (std::size_t j = 0; j < columns; ++j) largest = std::max(largest, in[row + j]);
    for (std::size_t j = 0; j < columns; ++j) {
      out[row + j] = std::exp(in[row + j] - largest);
      total += out[row + j];
    }
    for (std::size_t j = 0; j < columns; ++j) out[row + j] /= total;
  }
}

template <class Real>
void compare(sample::Program& program, const char* name) {
  const auto rows = static_cast<std::size_t>(program.size(0)),
             columns = static_cast<std::size_t>(program.size(1));

  const std::vector<Real> in = sample::Random().vector<Real>(rows * columns, -5, 5);
  std::vector<Real> expected(rows * columns), actual(rows * columns);
  program.kernel(
      name, [&] { softmaxSequential<Real>(in, expected, rows, columns); },
      [&] { softmax<Real>(in, actual, rows, columns); }, [&] { return sample::reduced(expected, actual, columns); });
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"rows", 10'000}, {"columns", 1000}});
  compare<float>(program, "softmax-float");
  compare<double>(program, "softmax-double");
  return program.status();
}
