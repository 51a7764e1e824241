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
#include <appyl/interpret/interpret.hpp>
#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

template <class Real>
void softmax(std::span<const Real> in, std::span<Real> out, std::size_t rows, std::size_t columns) {
  // softmax_kernel0: a grid of rows programs, one for each i.
  // Reads in (1 x columns); writes out (1 x columns); reduces largest by max, total by +.
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < rows ? static_cast<unsigned long long>(rows) : 0;
    check_::Programs programs_({"13_softmax.cpp", "softmax_kernel0"}, {{"i", i_count}});
    while (programs_.next()) {
      const std::size_t i = programs_.value<std::size_t>(0);
      const std::size_t row = i * columns;
      Real largest = -std::numeric_limits<Real>::infinity(), total = 0;
      {
        check_::ParallelLoop j_loop("j");
        for (std::size_t j = 0; j < columns; ++j) {
          j_loop.begin(j);
          largest = std::max(largest, check_::read({29, 75, "in"}, in, row + j));
        }
      }
      {
        check_::ParallelLoop j_loop_("j");
        for (std::size_t j = 0; j < columns; ++j) {
          j_loop_.begin(j);

          check_::write({32, 7, "out"}, out, row + j) =
              std::exp(check_::read({32, 31, "in"}, in, row + j) - largest);
          total += check_::read({33, 16, "out"}, out, row + j);
        }
      }
      {
        check_::ParallelLoop j_loop__("j");
        for (std::size_t j = 0; j < columns; ++j) {
          j_loop__.begin(j);
          check_::update({36, 47, "out"}, out, row + j) /= total;
        }
      }
    }
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
