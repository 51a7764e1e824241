// Arrays that all callers hold in a data region, or whose size a clause tells, need no warning and no fallback, even where a
// pointer to them is chosen or an index is computed from data.
#include <cstdio>
#include <vector>
template <class T>
static void bump(int n, T* x, const float* w) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) x[int(w[i])] += 1;
}
static void outer(int n, double* x, const float* w) { bump(n, x, w); }
static void pick(int n, const double* a, const double* b, double* y) {
#pragma parallel shape(a[n], b[n])
  for (int i = 0; i < n; ++i) {
    const double* p = a;
    if (i % 3) p = b;
    p += i;
    y[i] = *p;
  }
}
int main() {
  const int n = 1000;
  std::vector<double> v(n), u(n);
  std::vector<float> w(n);
  for (int i = 0; i < n; ++i) w[i] = (i * 7) % n, u[i] = i;
  double* x = v.data();
#pragma data(x[0:n])
  {
    outer(n, x, w.data());
    bump(n, x, w.data());
  }
  std::vector<double> y(n);
  pick(n, v.data(), u.data(), y.data());
  double s = 0;
  for (int i = 0; i < n; ++i) s += v[i] * i + y[i];
  std::printf("%.1f\n", s);
}
