// Loops in the order of the formula, over arrays in an order of their own: a transposition, whose two
// matrices lie across each other, and an update of a matrix that is stored by columns, as Fortran and MATLAB
// do. Every iteration is independent, so that the order in which memory is walked is the translator's to
// choose.
//
// run: --check 0 0
// run: --check 1 1
// run: --check 1 130
// run: --check 77 1
// run: --check 31 33
// run: --check 64 64
// run: --check 129 190
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <cstddef>
#include <vector>

// transpose_kernel0: a grid of rows x columns programs, one for each iteration.
// Reads a (1 x 1); writes b (1 x 1).
// Proved independent.
// Each block has 16 x 16 threads, x along i, y along j; each takes 4 iterations of j at a
//   time.
static __global__ void transpose_kernel0(long rows, long columns, double* __restrict__ b,
                                         const double* __restrict__ a) {
  for (long i = ::appyl::cuda::thread_x(); i < rows; i += ::appyl::cuda::threads_x())
    for (long j_at = 4 * ::appyl::cuda::thread_y(); j_at < columns; j_at += 4 * ::appyl::cuda::threads_y())
      ::appyl::cuda::several<4>(j_at, columns, [&](long j) { b[j * rows + i] = a[i * columns + j]; });
}

static void transpose(const double* a, double* b, long rows, long columns) {
  if (0 < rows && 0 < columns) {
    ::appyl::cuda::loop device("21_storage_order.cpp", 20, "transpose_kernel0");
    device.in(a, 0, 1LL * columns * rows);
    device.out(b, 0, 1LL * columns * rows);
    const dim3 grid(::appyl::cuda::blocks(rows, 16), ::appyl::cuda::blocks(columns, 64, 65535));
    ::appyl::cuda::launch(transpose_kernel0, grid, dim3(16, 16), 0, rows, columns, device.at(b),
                          device.at(a));
    device.finish();
  }
}

static void transposeSequential(const double* a, double* b, long rows, long columns) {
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j) b[j * rows + i] = a[i * columns + j];
}

/// Element (i, j) of a matrix that is stored by columns.
static double& at(std::vector<double>& matrix, long rows, long i, long j) {
  return matrix[static_cast<std::size_t>(j * rows + i)];
}

// balance_kernel0: a grid of rows x columns programs, one for each iteration.
// Reads rowScale (1), columnScale (1); writes a (1 x 1).
// Proved independent.
// Each block has 32 x 4 threads, x along i, y along j; each takes 2 iterations of j at a
//   time.
static __global__ void balance_kernel0(long rows, long columns, double* __restrict__ a,
                                       const double* __restrict__ rowScale,
                                       const double* __restrict__ columnScale) {
  for (long i = ::appyl::cuda::thread_x(); i < rows; i += ::appyl::cuda::threads_x())
    for (long j_at = 2 * ::appyl::cuda::thread_y(); j_at < columns; j_at += 2 * ::appyl::cuda::threads_y())
      ::appyl::cuda::several<2>(j_at, columns,
                                [&](long j) { a[j * rows + i] *= rowScale[i] * columnScale[j]; });
}

/// Scales the rows and the columns of a matrix that is stored by columns.
static void balance(double* a, const double* rowScale, const double* columnScale, long rows, long columns) {
  if (0 < rows && 0 < columns) {
    ::appyl::cuda::loop device("21_storage_order.cpp", 38, "balance_kernel0");
    device.in(rowScale, 0, rows);
    device.in(columnScale, 0, columns);
    device.inout(a, 0, 1LL * columns * rows);
    const dim3 grid(::appyl::cuda::blocks(rows, 32), ::appyl::cuda::blocks(columns, 8, 65535));
    ::appyl::cuda::launch(balance_kernel0, grid, dim3(32, 4), 0, rows, columns, device.at(a),
                          device.at(rowScale), device.at(columnScale));
    device.finish();
  }
}

static void balanceSequential(double* a, const double* rowScale, const double* columnScale, long rows,
                              long columns) {
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j) a[j * rows + i] *= rowScale[i] * columnScale[j];
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"rows", 3000}, {"columns", 4000}});
  const long rows = program.size(0), columns = program.size(1);
  std::vector<double> a(static_cast<std::size_t>(rows * columns)), expected(a.size()), actual(a.size());
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j) at(a, rows, i, j) = static_cast<double>(i % 97 - j % 89) / 64;

  program.kernel(
      "transpose", [&] { transposeSequential(a.data(), expected.data(), rows, columns); },
      [&] { transpose(a.data(), actual.data(), rows, columns); },
      [&] { return sample::same(expected, actual); });

  std::vector<double> rowScale(static_cast<std::size_t>(rows)),
      columnScale(static_cast<std::size_t>(columns));
  for (long i = 0; i < rows; ++i) rowScale[i] = 1 + static_cast<double>(i % 7) / 16;
  for (long j = 0; j < columns; ++j) columnScale[j] = 1 - static_cast<double>(j % 5) / 16;
  expected = actual = a;
  program.kernel(
      "balance",
      [&] { balanceSequential(expected.data(), rowScale.data(), columnScale.data(), rows, columns); },
      [&] { balance(actual.data(), rowScale.data(), columnScale.data(), rows, columns); },
      [&] { return sample::same(expected, actual); });
  return program.status();
}
