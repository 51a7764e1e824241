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
#include <appyl/interpret/interpret.hpp>
#include "sample.hpp"

#include <cstddef>
#include <vector>

static void transpose(const double* a, double* b, long rows, long columns) {
  // transpose_kernel0: a grid of rows x columns programs, one for each iteration.
  // Reads a (1 x 1); writes b (1 x 1).
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < rows ? static_cast<unsigned long long>(rows) : 0;
    const unsigned long long j_count = 0 < columns ? static_cast<unsigned long long>(columns) : 0;
    check_::Programs programs({"21_storage_order.cpp", "transpose_kernel0"},
                              {{"i", i_count}, {"j", j_count}});
    while (programs.next()) {
      const long i = programs.value<long>(0);
      const long j = programs.value<long>(1);
      check_::write({22, 40, "b"}, b, j * rows + i) = check_::read({22, 58, "a"}, a, i * columns + j);
    }
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < rows ? static_cast<unsigned long long>(rows) : 0;
    const unsigned long long j_count = 0 < columns ? static_cast<unsigned long long>(columns) : 0;
    check_::Programs programs({"21_storage_order.cpp", "balance_kernel0"}, {{"i", i_count}, {"j", j_count}});
    while (programs.next()) {
      const long i = programs.value<long>(0);
      const long j = programs.value<long>(1);
      check_::update({40, 40, "a"}, a, j * rows + i) *= check_::read({40, 59, "rowScale"}, rowScale, i) *
                                                        check_::read({40, 73, "columnScale"}, columnScale, j);
    }
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
