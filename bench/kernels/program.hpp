// What the ten kernels share: arrays with contents that depend on nothing but their places, one timed run,
// and a number that tells two results apart.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace kernels {

/// `count` rows of `Columns` elements, as `double (*)[Columns]`.
template <int Columns>
struct Matrix {
  std::vector<double> elements;

  /// Multiples of 1 / `modulus` in [0, 1), a different row for each `shift`.
  Matrix(long count, int modulus, int shift) : elements(static_cast<std::size_t>(count) * Columns) {
    for (long i = 0; i < count; ++i)
      for (long j = 0; j < Columns; ++j)
        elements[i * Columns + j] = double((i * (j + shift) + j) % modulus) / modulus;
  }
  explicit Matrix(long count) : elements(static_cast<std::size_t>(count) * Columns) {}

  using Row = double[Columns];
  Row* rows() { return reinterpret_cast<Row*>(elements.data()); }
};

/// Weights that make a difference of places one of sums.
inline double digest(const std::vector<double>& elements) {
  double sum = 0;
  for (std::size_t k = 0; k < elements.size(); ++k) sum += elements[k] * double(k % 1021 + 1) / 1021;
  return sum;
}

/// Runs the kernel once and prints `<seconds> <digest>`.
template <class Kernel>
void time(Kernel kernel, const std::vector<double>& result) {
  const auto start = std::chrono::steady_clock::now();
  kernel();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%.9f %.12e\n", seconds.count(), digest(result));
}

}  // namespace kernels
