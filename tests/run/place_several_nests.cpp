// Several annotated nests in one function run in order; code between them sees what the earlier ones wrote.
#include "print.h"
#include <vector>

static double pipeline(std::vector<double>& a, int n) {
  std::vector<double> b(n), c(n);
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a[i] * 2;
#pragma parallel block(32)
  for (int i = 0; i < n; ++i) c[i] = b[n - 1 - i] + 1;
  if (n > 0) c[0] = 1000;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b[i] + c[n - 1 - i];
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i];
  double t = 0;
#pragma parallel block reduction(+ : t)
  for (int i = 0; i < n; ++i) t += a[i] * s;
  return t;
}

// The same counter, the same temporary, and a sequential loop between.
static void sharedNames(int* a, int n) {
  int i, t;
#pragma parallel
  for (i = 0; i < n; ++i) {
    t = a[i];
    a[i] = t * t % 1000;
  }
  for (i = 1; i < n; ++i) a[i] += a[i - 1] % 10;
#pragma parallel
  for (i = 0; i < n; ++i) {
    t = a[i] + 1;
    a[i] = t;
  }
  if (n > 0) a[0] += i + t;
}

static void swapped(double* u, double* v, int n, int steps) {
  for (int step = 0; step < steps; ++step) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) v[i] = (u[i - 1] + u[i] + u[i + 1]) / 3;
    double* w = u;
    u = v;
    v = w;
  }
}

// Two loops whose scopes reuse a name with another type.
static void scopes(int* a, int n) {
  {
    const int x = 3;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += x;
  }
  {
    const long x = 4;
#pragma parallel
    for (long i = 0; i < n; ++i) a[i] *= static_cast<int>(x);
  }
}

int main() {
  for (int n : sizes) {
    std::vector<double> a(n);
    fill(a.data(), n, 1);
    std::printf("~ %.17g\n", pipeline(a, n));
    print("a", a.data(), n);
    std::vector<int> b(n);
    fill(b.data(), n, 2);
    sharedNames(b.data(), n);
    scopes(b.data(), n);
    print("b", b.data(), n);
    std::vector<double> u(n), v(n);
    fillFraction(u.data(), n, 3);
    v = u;
    swapped(u.data(), v.data(), n, 7);
    print("u", u.data(), n);
    print("v", v.data(), n);
  }
}
