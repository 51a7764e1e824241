// Arrays that end at the last element that a step reaches, and arrays of nothing in inner loops that do not run.
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

int main() {
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
