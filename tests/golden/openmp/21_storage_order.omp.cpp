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
#include "sample.hpp"

#include <cstddef>
#include <vector>

static void transpose(const double* a, double* b, long rows, long columns) {
  // transpose_kernel0: a grid of ceildiv(rows, 32) x ceildiv(columns, 32) programs, blocks of
  //   32 of i and 32 of j.
  // Reads a (32 x 32); writes b (32 x 32).
  // Proved independent.
  // The loops are interchanged: neighbouring elements lie along i.
  #pragma omp parallel for collapse(2) schedule(static)
  for (long i_block = 0; i_block < rows; i_block += 32)
    for (long j_block = 0; j_block < columns; j_block += 32) {
      const long i_end = rows - i_block < 32 ? rows : i_block + 32;
      const long j_end = columns - j_block < 32 ? columns : j_block + 32;
      for (long j = j_block; j < j_end; ++j)
        for (long i = i_block; i < i_end; ++i) b[j * rows + i] = a[i * columns + j];
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

/// Scales the rows and the columns of a matrix that is stored by columns.
static void balance(double* a, const double* rowScale, const double* columnScale, long rows, long columns) {
  // balance_kernel0: a grid of rows x columns programs, one for each iteration.
  // Reads rowScale (1), columnScale (1); writes a (1 x 1).
  // Proved independent.
  // The loops are interchanged: neighbouring elements lie along i.
  #pragma omp parallel for collapse(2) schedule(static)
  for (long j = 0; j < columns; ++j)
    for (long i_block = 0; i_block < rows; i_block += 4096) {
      const long i_end = rows - i_block < 4096 ? rows : i_block + 4096;
      for (long i = i_block; i < i_end; ++i) a[j * rows + i] *= rowScale[i] * columnScale[j];
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
