// A workspace of variable length that each iteration has for itself.
// targets: openmp cuda
// warnings: -Wno-vla-cxx-extension -Wno-vla
#include <stdio.h>

static double shared(int n, int m, double* y) {
  double w[m], s = 0;
  int i, k;
#pragma parallel private(w)
  for (i = 0; i < n; i++) {
    for (k = 0; k < m; k++) w[k] = i + k;
    y[i] = w[m - 1] + w[0];
  }
  for (i = 0; i < n; i++) s += y[i];
  return s;
}

int main(void) {
  double y[300];
  for (int n = 0; n < 300; n += 37)
    for (int m = 1; m < 20; m += 6) printf("~ %.17g\n", shared(n, m, y));
  return 0;
}
