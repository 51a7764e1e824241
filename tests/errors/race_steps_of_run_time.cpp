// One iteration is no run that is meant: of the steps that the loops go on by no row is taken to hold all of them.
#include <cstddef>

void sweep(double* a, int n) {
  for (int d = 1; d < n; d *= 2)
#pragma parallel
    for (int i = 0; i < n; i += d)
      a[i + 2 * d - 1] += a[i + d - 1];  // error: [appyl-race] a[1]
}

void predict(double* a, int n, int s) {
#pragma parallel
  for (int i = 0; i < n - s; i += 2 * s)
    a[i] += 0.25 * (a[i + s] + a[i + 2 * s]);  // error: [appyl-race] a[2]
}

void down(double* a, int n, int s) {
#pragma parallel
  for (int i = n; i > 0; i -= s)
    a[i - s + 1] += a[i - 2 * s + 1];  // error: [appyl-race] a[1]
}

void rows(double* a, std::size_t m, std::size_t n, std::size_t s) {
#pragma parallel
  for (std::size_t y = 0; y < m; y += s)
    for (std::size_t x = 0; x < n; ++x)
      a[(y + s) * n + x] = a[(y + 2 * s) * n + x];  // error: [appyl-race] y = 1
}

void merge(int* t, const int* a, int n) {
  int w = 1;
  while (w < n) {
#pragma parallel
    for (int lo = 0; lo < n; lo += w) {
      t[lo + 2 * w - 1] = a[lo];  // error: [appyl-race] both write t[3]
      t[lo + w - 1] = a[lo + w];
    }
    w *= 2;
  }
}

// Between the steps there is room.
void pairs(double* a, int n) {
  for (int d = 1; d < n; d *= 2)
#pragma parallel
    for (int i = 0; i < n - d; i += 2 * d) a[i + 2 * d - 1] += a[i + d - 1];
}

void lift(double* a, int n, int s) {
#pragma parallel
  for (int i = 0; i < n - 2 * s; i += 2 * s) a[i + s] -= 0.5 * (a[i] + a[i + 2 * s]);
}
