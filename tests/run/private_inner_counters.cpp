// Counters of inner loops that are declared outside, as C code has them at the top of the function.
#include "print.h"
#include <vector>

static void product(const double* a, const double* b, double* c, int n) {
  int i, j, k;
#pragma parallel
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) {
      double s = 0;
      for (k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

static void parallelInside(int* a, int n, int m) {
  int i, j;
#pragma parallel block(4)
  for (i = 0; i < n; ++i) {
#pragma parallel block(8)
    for (j = 0; j < m; ++j) a[i * m + j] += i - j;
  }
}

static void whileCounter(const int* a, int* b, int n, int m) {
  int k;
#pragma parallel shape(a[n * m])
  for (int i = 0; i < n; ++i) {
    k = 0;
    while (k < m && a[i * m + k] < 40) ++k;
    b[i] = k;
  }
}

static void reusedCounter(int* a, int n) {
  int j;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (j = 0; j < 3; ++j) a[i] += j;
    for (j = 5; j > 0; --j) a[i] ^= j;
  }
  for (j = 0; j < n; ++j) a[j] += 1;
}

int main() {
  for (int n : {0, 1, 7, 33}) {
    std::vector<double> a(n * n), b(n * n), c(n * n);
    fill(a.data(), a.size(), 1);
    fill(b.data(), b.size(), 2);
    product(a.data(), b.data(), c.data(), n);
    print("product", c.data(), c.size());
    std::vector<int> x(n * 9), y(n);
    fill(x.data(), x.size(), 3);
    parallelInside(x.data(), n, 9);
    print("inside", x.data(), x.size());
    whileCounter(x.data(), y.data(), n, 9);
    print("while", y.data(), y.size());
    reusedCounter(y.data(), n);
    print("reused", y.data(), y.size());
  }
}
