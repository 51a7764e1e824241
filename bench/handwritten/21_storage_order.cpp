// The program of the sample of the same name, as somebody writes it by hand who knows how the matrices are
// stored: with tiles for the transposition, and with the loops of the update interchanged.
#include "sample.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

static void transpose(const double* a, double* b, long rows, long columns) {
  constexpr long tile = 32;
#pragma omp parallel for collapse(2)
  for (long row = 0; row < rows; row += tile)
    for (long column = 0; column < columns; column += tile)
      for (long j = column; j < std::min(column + tile, columns); ++j)
        for (long i = row; i < std::min(row + tile, rows); ++i) b[j * rows + i] = a[i * columns + j];
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
#pragma omp parallel for
  for (long j = 0; j < columns; ++j)
    for (long i = 0; i < rows; ++i) a[j * rows + i] *= rowScale[i] * columnScale[j];
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
