// Programs with grids of two to four dimensions, classes and templates, spans, programs with loops for several threads inside,
// sums over a dimension of the grid, counters of one byte.
// flags: -std=c++20
#include "print.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>
template <class T> struct Image {
  std::vector<T> pixels; int rows, columns;
  void brighten(T by) {
#pragma parallel
    for (int r = 0; r < rows; ++r)
#pragma parallel block(32)
      for (int c = 0; c < columns; ++c) pixels[r * columns + c] += by;
  }
  T largest() const {
    T best = std::numeric_limits<T>::lowest();
#pragma parallel reduction(max : best)
    for (std::size_t i = 0; i < pixels.size(); ++i) best = std::max(best, pixels[i]);
    return best;
  }
};
static void four(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < 3; ++j)
#pragma parallel
      for (int k = 0; k < n; ++k)
#pragma parallel
        for (int l = 0; l < 2; ++l) a[((i * 3 + j) * n + k) * 2 + l] += i * 1000 + j * 100 + k * 10 + l;
}
static void column(float* a, int n, int m) {
#pragma parallel
  for (int j = 0; j < m; ++j)
#pragma parallel
    for (int i = 0; i < n; ++i) a[i * m + j] += i - j;
}
static void triangle(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j <= i; ++j) a[i * n + j] = i + 0.5 * j;
}
static void fromEnd(std::uint8_t* a, std::uint8_t n) {
#pragma parallel
  for (std::uint8_t i = n; i > 0; --i) a[i - 1] = static_cast<std::uint8_t>(i * 3);
}
static std::pair<double, int> nearest(const std::vector<double>& x, double to) {
  double best = 1e300; int at = -1;
#pragma parallel reduction(min : best)
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    const double d = std::abs(x[i] - to);
    if (d < best) { best = d; at = i; }
  }
  return {best, at};
}
static void spans(std::span<const float> a, std::span<float> b) {
#pragma parallel
  for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] * a[a.size() - 1 - i];
}
static void perProgram(const float* a, float* out, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float sum = 0;
#pragma parallel reduction(+ : sum)
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    const float mean = m ? sum / m : 0;
#pragma parallel
    for (int j = 0; j < m; ++j) out[i * m + j] = a[i * m + j] - mean;
  }
}
static void splitK(const float* a, const float* b, float* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) c[i * n + j] = 0;
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j)
#pragma parallel reduction(+ : c)
      for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];
}
static long collatz(int n) {
  long longest = 0;
#pragma parallel reduction(max : longest)
  for (int i = 1; i < n; ++i) {
    long steps = 0;
    for (long x = i; x != 1; x = x % 2 ? 3 * x + 1 : x / 2) ++steps;
    longest = std::max(longest, steps);
  }
  return longest;
}
static void stepVariable(int* a, int n, int s) {
#pragma parallel
  for (int i = 1; i < n; i += s) a[i] = i * s;
#pragma parallel unchecked
  for (int i = n - 1; i >= 0; i -= s) a[i] += 1;
}
int main() {
  for (int n : {0, 1, 7, 33, 128}) {
    Image<float> im{std::vector<float>(n * n), n, n}; im.brighten(2.5f); std::iota(im.pixels.begin(), im.pixels.end(), -3.0f);
    im.brighten(1); print("im", im.pixels.data(), im.pixels.size()); std::printf("%g\n", im.largest());
    Image<int> ii{{3, 1, 2}, 1, 3}; ii.brighten(-5); std::printf("%d\n", ii.largest());
    const int q = std::min(n, 9);
    std::vector<float> f(q * 3 * q * 2); four(f.data(), q); print("four", f.data(), f.size());
    std::vector<float> g(n * (n + 2)); column(g.data(), n, n + 2); print("col", g.data(), g.size());
    std::vector<double> t(n * n); triangle(t.data(), n); print("tri", t.data(), t.size());
    std::vector<std::uint8_t> u(n); fromEnd(u.data(), static_cast<std::uint8_t>(n)); print("u", u.data(), n);
    auto [d, at] = nearest(t, 3.2); std::printf("%g %d\n", d, at);
    std::vector<float> h(g.size()); spans(g, h); print("h", h.data(), h.size());
    perProgram(g.data(), h.data(), n, n + 2); print("mean", h.data(), h.size());
    std::vector<float> c(q * q); splitK(f.data(), f.data(), c.data(), q, q, q); print("split", c.data(), c.size());
    std::printf("%ld\n", collatz(n * 10));
    std::vector<int> s(n); for (int k : {1, 3, 200}) stepVariable(s.data(), n, k); print("s", s.data(), n);
  }
}
