// Under strict floating point even reductions keep the order of the sequential loop: every bit agrees.
// options: --fp=strict
#include "print.h"
#include <algorithm>
#include <cmath>
#include <vector>

static float sum(const float* a, int n) {
  float s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i] / 3.0f;
  return s;
}

static double product(const double* a, int n) {
  double p = 1;
#pragma parallel block(16) reduction(* : p)
  for (int i = n - 1; i >= 0; --i) p *= 0.5 + a[i] / 2;
  return p;
}

static void columns(const double* a, double* s, int n, int m) {
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) s[j] += a[i * m + j] / 7;
}

/// A NaN takes the place of the smallest, and is replaced by the next number.
static double smallest(const double* a, int n) {
  double v = 1e30;
#pragma parallel reduction(min : v)
  for (int i = 0; i < n; ++i) v = std::min(a[i], v);
  return v;
}

static void smallestOfRows(const double* a, double* y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double v = 1e30;
#pragma parallel reduction(min : v)
    for (int j = 0; j < m; ++j) v = std::min(a[i * m + j], v);
    y[i] = v;
  }
}

static void elementwise(const double* a, double* b, int n) {
#pragma parallel block
  for (int i = 0; i < n; ++i) b[i] = a[i] * a[i] + a[i] / 3 - b[i] * 0.1;
}

int main() {
  for (int n : sizes) {
    std::vector<float> f(n);
    fillFraction(f.data(), n, 1);
    std::printf("%a\n", static_cast<double>(sum(f.data(), n)));
    std::vector<double> d(n), e(n), s(5);
    fillFraction(d.data(), n, 2);
    std::printf("%a\n", product(d.data(), n));
    std::printf("%a\n", smallest(d.data(), n));
    if (n > 3) {
      std::vector<double> holes = d;
      holes[n / 2] = NAN;
      std::printf("%a\n", smallest(holes.data(), n));
      smallestOfRows(holes.data(), e.data(), 3, n / 3);
      print("rows", e.data(), 3);
    }
    columns(d.data(), s.data(), n / 5, 5);
    print("columns", s.data(), 5);
    elementwise(d.data(), e.data(), n);
    print("elements", e.data(), n);
  }
}
