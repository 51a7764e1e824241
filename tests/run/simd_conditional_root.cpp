// Roots of what may be negative: the call may set errno, and compilers that keep it warn where they were told to
// vectorise it. So do they of choices between places that were chosen themselves.
// run: 100
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
void roots(const float* x, float* y, int n) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i)
    if (x[i] > 0.5f) y[i] = std::sqrt(x[i]);
}
void chosen(const double* x, double* y, int n) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) y[i] = x[i] > 2 ? std::sqrt(x[i]) : -1;
}
void plain(const float* x, float* y, int n) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) y[i] = 1 / std::sqrt(x[i] + 1e-5f);
}
double summed(const double* x, int n) {
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += std::sqrt(x[i]);
  return s;
}
// never negative
double lengths(const double* x, const double* y, int n) {
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    const double square = x[i] * x[i] + y[i] * y[i] + 1e-3;
    s += std::sqrt(square) + std::sqrt(std::fabs(x[i])) + std::sqrt(std::max(y[i], 0.0));
  }
  return s;
}
// beside each other
void columns(const float* x, float* y, int n, int m) {
#pragma parallel
  for (int j = 0; j < m; ++j) {
    float s = 0;
    for (int i = 0; i < n; ++i) s += x[i * m + j];
    const float root = std::sqrt(s);
    for (int i = 0; i < n; ++i) y[j] += std::sqrt(x[i * m + j]) + root;
  }
}
void places(const float* x, float* y, int n) {
#pragma parallel block(64)
  for (int i = 1; i < n; ++i)
    y[i] = i % 3 ? (i % 2 ? std::min(x[i], x[i - 1]) : std::max(x[i], x[i - 1])) : std::min(i % 5 ? x[i] : x[i - 1], x[0]);
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<float> x(n), y(n);
  std::vector<double> u(n), v(n);
  for (int i = 0; i < n; ++i) u[i] = x[i] = i % 5 * 0.25f * (i % 3);
  roots(x.data(), y.data(), n);
  chosen(u.data(), v.data(), n);
  double s = 0, t = 0;
  for (int i = 0; i < n; ++i) s += y[i], t += v[i];
  std::printf("%.9g %.15g\n", s, t);
  plain(x.data(), y.data(), n);
  for (int i = 0; i < n; ++i) s += y[i];
  std::printf("~ %.9g %.9g\n", summed(u.data(), n), lengths(u.data(), v.data(), n));
  std::vector<float> rows(x);
  columns(x.data(), rows.data(), n / 10, 10);
  places(x.data(), y.data(), n);
  for (int i = 0; i < n; ++i) s += rows[i] + y[i];
  std::printf("~ %.6g\n", s);
}
