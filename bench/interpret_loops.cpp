// The simplest loops, of which compilers make `memset`, `memcpy` or vector instructions: the ones that cost
// most when they are interpreted. Prints the nanoseconds per element of each, the median of several runs.
//
//   prog [n]
//
// bench/interpret.sh compares the interpreted version with the sequential one.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define LOOP __attribute__((noinline)) static

LOOP void fill(int n, float* x) {
#pragma parallel block
  for (int i = 0; i < n; ++i) x[i] = 0;
}
LOOP void fillVector(std::vector<float>& x) {
#pragma parallel block
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0;
}
LOOP void fillBytes(int n, unsigned char* x) {
#pragma parallel block
  for (int i = 0; i < n; ++i) x[i] = 0;
}
LOOP void fillRows(int n, int m, float* x) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) x[i * m + j] = 0;
}
LOOP void copy(int n, const float* x, float* y) {
#pragma parallel block
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
LOOP void copyBytes(int n, const unsigned char* x, unsigned char* y) {
#pragma parallel block
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
LOOP void saxpy(int n, float a, const float* x, float* y) {
#pragma parallel block
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
LOOP void daxpy(int n, double a, const double* x, double* y) {
#pragma parallel block
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
LOOP void addShorts(int n, const short* x, short* y) {
#pragma parallel block
  for (int i = 0; i < n; ++i) y[i] = static_cast<short>(x[i] + y[i]);
}
LOOP void addBytes(int n, const unsigned char* x, unsigned char* y) {
#pragma parallel block
  for (int i = 0; i < n; ++i) y[i] = static_cast<unsigned char>(x[i] + y[i]);
}
LOOP void stencil(int n, const float* x, float* y) {
#pragma parallel block
  for (int i = 1; i < n - 1; ++i) y[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}
LOOP void stencilOfRows(int n, int m, const float* x, float* y) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      y[i * m + j] = 0.25f * (x[i * m + j - 1] + x[i * m + j + 1] + x[(i - 1) * m + j] + x[(i + 1) * m + j]);
}
LOOP void positive(int n, const float* x, float* y) {
#pragma parallel block
  for (int i = 0; i < n; ++i) {
    const float value = x[i];
    y[i] = value > 0 ? value : 0;
  }
}
LOOP int sum(int n, const int* x) {
  int total = 0;
#pragma parallel block reduction(+ : total)
  for (int i = 0; i < n; ++i) total += x[i];
  return total;
}

template <class Loop>
static void timed(const char* name, int n, Loop loop) {
  std::vector<double> times;
  loop();  // the pages of what is known about elements are made
  for (double all = 0; times.size() < 5 || (all < 0.2 && times.size() < 4000); all += times.back()) {
    const auto start = std::chrono::steady_clock::now();
    loop();
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  std::printf("%s %g\n", name, 1e9 * times[times.size() / 2] / n);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 16000, m = 125, rows = n / m;
  const auto size = static_cast<std::size_t>(n);
  const std::vector<float> x(size, 1);
  std::vector<float> y(size, 2);
  const std::vector<double> wide(size, 1);
  std::vector<double> wider(size, 2);
  const std::vector<short> shorts(size, 1);
  std::vector<short> sums(size, 2);
  const std::vector<unsigned char> bytes(size, 1);
  std::vector<unsigned char> others(size, 2);
  const std::vector<int> numbers(size, 1);
  volatile int total = 0;
  timed("fill", n, [&] { fill(n, y.data()); });
  timed("fillVector", n, [&] { fillVector(y); });
  timed("fillBytes", n, [&] { fillBytes(n, others.data()); });
  timed("fillRows", n, [&] { fillRows(rows, m, y.data()); });
  timed("copy", n, [&] { copy(n, x.data(), y.data()); });
  timed("copyBytes", n, [&] { copyBytes(n, bytes.data(), others.data()); });
  timed("saxpy", n, [&] { saxpy(n, 0.5f, x.data(), y.data()); });
  timed("daxpy", n, [&] { daxpy(n, 0.5, wide.data(), wider.data()); });
  timed("addShorts", n, [&] { addShorts(n, shorts.data(), sums.data()); });
  timed("addBytes", n, [&] { addBytes(n, bytes.data(), others.data()); });
  timed("stencil", n, [&] { stencil(n, x.data(), y.data()); });
  timed("stencilOfRows", n, [&] { stencilOfRows(rows, m, x.data(), y.data()); });
  timed("positive", n, [&] { positive(n, x.data(), y.data()); });
  timed("sum", n, [&] { total = sum(n, numbers.data()); });
}
