// Arrays that end at the last element that a step reaches, and arrays of nothing in inner loops that do not run.
// flags: -std=c++20
#include "print.h"

#include <span>
#include <vector>

static void up(float* y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 3) y[i] += 1;
}

static void down(float* y, int n) {
#pragma parallel
  for (int i = n - 1; i >= 0; i -= 4) y[i] -= 1;
}

static void few(std::span<float> y) {
#pragma parallel block(7)
  for (unsigned long i = 0; 2 > i; i += 3) y[i] += 1;
}

static void sums(const double* a, double* y, unsigned long n, unsigned long p) {
#pragma parallel
  for (unsigned long i = 0; i < 2; ++i) {
    double s = 0;
    for (unsigned long j = 0; j < n; ++j) s += a[(i * n + j) * p + 2] + a[((i + j + 3) * n + i) * p + j + 4];
    y[i] = s;
  }
}

// Where the inner loop is empty the old values stay.
static void some(std::vector<double>& b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = i; k < m; k += 4) b[i] = 2;
}

// With long steps the inner loop has no iterations, and there is nothing in x.
static void below(double* y, const double* x, int n, int step) {
#pragma parallel
  for (int i = 0; i < n; i += step)
    for (int k = 0; k != i; ++k) y[i] += x[3];
}
static void above(double* y, const double* x, int n, int step) {
#pragma parallel
  for (int i = n - 1; i >= 0; i -= step)
    for (int k = 2; k > i; --k) y[i] += x[3];
}
static void guarded(double* y, const double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 5)
    if (i >= 2) y[i] += x[3];
}

int main() {
  for (const int n : {0, 1, 3, 4, 9, 10})
    for (const int step : {1, 2, 4}) {
      std::vector<double> x(4, 0.5), y(10, 1);
      const bool isReached = (n - 1) / step * step > 0, isLow = n > 0 && (n - 1) % step < 2;
      below(y.data(), isReached ? x.data() : std::vector<double>().data(), n, step);
      print("below", y.data(), y.size());
      above(y.data(), isLow ? x.data() : std::vector<double>().data(), n, step);
      print("above", y.data(), y.size());
      guarded(y.data(), n > 5 ? x.data() : std::vector<double>().data(), n);
      print("guarded", y.data(), y.size());
    }
  for (int m : {0, 2, 9}) {
    std::vector<double> b(4, 1);
    some(b, 4, m);
    print("some", b.data(), b.size());
  }

  for (int n : {0, 1, 2, 3, 4, 6, 7, 30}) {
    std::vector<float> y(n == 0 ? 0 : 3 * ((n - 1) / 3) + 1), z(n);
    up(y.data(), n);
    down(z.data(), n);
    print("up", y.data(), y.size());
    print("down", z.data(), z.size());
  }
  std::vector<float> one(1);
  few(one);
  print("few", one.data(), one.size());
  for (unsigned long n : {0, 1, 3}) {
    std::vector<double> a(n == 0 ? 0 : ((n + 3) * n + 1) * 5 + n + 4), y(2);
    for (unsigned long k = 0; k < a.size(); ++k) a[k] = k % 7;
    sums(a.data(), y.data(), n, 5);
    print("sums", y.data(), y.size());
  }
}
