// Numbers that are reached by references, which may be elements of the arrays.
// options: --alias-guard
#include <cstdio>
#include <vector>

static void scale(std::vector<double>& y, const double& s) {
#pragma parallel
  for (std::size_t i = 0; i < y.size(); ++i) y[i] *= s;
}
static double add(int n, double& s, const double* x) {
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += x[i];
  return s;
}
static void fill(int n, double* y, const double& first, const int& step) {
#pragma parallel
  for (int i = 0; i < n; i += step) y[i] = first + i;
}
static void local(int n, std::vector<double>& y) {
  const double& pivot = y[n];
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] -= pivot;
}
static void apart(int n, double* y, const double& s, const float& t) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = y[i] * s + t;
}

int main() {
  std::vector<double> a(1000, 1.0), b(1000, 1.0);
  a[10] = b[999] = 2;
  scale(a, a[10]);
  double s = 0;
  for (const double v : a) s += v;
  std::printf("%g %g\n", s, add(1000, b[990], b.data()));
  fill(900, a.data(), a[3], 3);
  local(800, a);
  apart(500, b.data(), a[0], 0.5f);
  apart(500, b.data(), b[400], 0.5f);
  s = 0;
  for (int i = 0; i < 1000; ++i) s += (a[i] + b[i] * 3) * (i % 17);
  std::printf("%.12g\n", s);
}
