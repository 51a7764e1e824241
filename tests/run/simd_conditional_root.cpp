// A root under a condition: compilers keep the branch, since the call may set errno, and warn where they were told to
// vectorise it.
// run: 100
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
}
