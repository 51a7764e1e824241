// A sparse matrix times a dense one, C = A B, as in graph analysis and finite elements. A is stored row by
// row (CSR): the non-zero values of row i, and the columns that they stand in, lie between rowStart[i] and
// rowStart[i + 1]. So the bounds of the inner loop are read from an array and B's rows are found through
// another, which a parallel loop may both do. The block size is a run-time value here, chosen by the caller.
//
// run: --check 0 0 0
// run: --check 1 1 1
// run: --check 1 7 3
// run: --check 31 65 5
// run: --check 100 50 0
// run: --check 129 127 17
// run: --check 200 130 3
#include "sample.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

struct Csr {
  int rows, columns;
  std::vector<int> rowStart, column;
  std::vector<double> value;
};

void multiply(const Csr& a, int n, [[maybe_unused]] int block, const double* b, double* c) {
  const auto& rowStart = a.rowStart;
  const auto& column = a.column;
  const auto& value = a.value;
  // multiply_kernel0: a grid of a.rows x ceildiv(n, block) programs, blocks of block of j.
  // Reads a.rowStart (2), a.value (irregular), b (irregular), a.column (irregular); writes c
  //   (1 x block).
  // Proved independent.
  // Up to 256 of j go through the inner loops side by side.
  {
    auto* const rowStart_data = rowStart.data();
    auto* const value_data = value.data();
    auto* const column_data = column.data();
    #pragma omp parallel for collapse(2) schedule(dynamic, a.rows / 4096 + 16)
    for (int i = 0; i < a.rows; ++i)
      for (long long j_block = 0; j_block < n; j_block += 256) {
        const int j_end = static_cast<int>(j_block + 256 < n ? j_block + 256 : n);
        double sum[256];

        #pragma omp simd
        for (int j = static_cast<int>(j_block); j < j_end; ++j) sum[j - j_block] = 0;

        for (int p = rowStart_data[i]; p < rowStart_data[i + 1]; ++p) {
          __atomic_signal_fence(__ATOMIC_RELAXED);  // one turn at a time: GCC loses the lanes of two
          #pragma omp simd
          for (int j = static_cast<int>(j_block); j < j_end; ++j)
            sum[j - j_block] += value_data[p] * b[static_cast<std::size_t>(column_data[p]) * n + j];
        }

        #pragma omp simd
        for (int j = static_cast<int>(j_block); j < j_end; ++j)
          c[static_cast<std::size_t>(i) * n + j] = sum[j - j_block];
      }
  }
}

void multiplySequential(const Csr& a, int n, const double* b, double* c) {
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int p = a.rowStart[i]; p < a.rowStart[i + 1]; ++p)
        sum += a.value[p] * b[static_cast<std::size_t>(a.column[p]) * n + j];
      c[static_cast<std::size_t>(i) * n + j] = sum;
    }
}

// Rows of quite different lengths, some of them empty.
Csr randomMatrix(int rows, int columns, int perRow) {
  sample::Random random(7);
  Csr matrix{rows, columns, {0}, {}, {}};
  for (int i = 0; i < rows; ++i) {
    const int length = std::min(columns, random.below(2 * perRow + 1));
    for (int p = 0; p < length; ++p) {
      matrix.column.push_back(random.below(columns));
      matrix.value.push_back(random());
    }
    std::sort(matrix.column.end() - length, matrix.column.end());
    matrix.rowStart.push_back(static_cast<int>(matrix.column.size()));
  }
  return matrix;
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"rows", 40'000}, {"n", 64}, {"per-row", 30}});
  const int rows = static_cast<int>(program.size(0)), n = static_cast<int>(program.size(1));
  const int columns = rows, block = 64;

  const Csr a = randomMatrix(rows, columns, static_cast<int>(program.size(2)));
  const std::vector<double> b = sample::Random().vector<double>(static_cast<std::size_t>(columns) * n);
  std::vector<double> expected(static_cast<std::size_t>(rows) * n), actual = expected;
  program.kernel(
      "spmm", [&] { multiplySequential(a, n, b.data(), expected.data()); },
      [&] { multiply(a, n, block, b.data(), actual.data()); },
      [&] { return sample::same(expected, actual); });
  return program.status();
}
