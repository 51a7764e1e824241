// Inner parallel loops in C: counters and sums declared outside, several reductions at once.
// run: 1
// run: 37
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static void f(int n, int m, const double* a, double* r, short* q) {
  double s, t;
  int i, j;
#pragma parallel
  for (i = 0; i < n; i++) {
    s = 0;
    short least = 1000;
    int any = 0;
#pragma parallel reduction(+ : s) reduction(min : least) reduction(|| : any)
    for (int k = 0; k <= m - 1; k++) {
      s += a[i * m + k];
      if ((short)a[i * m + k] < least) least = (short)a[i * m + k];
      any = any || a[i * m + k] > 3;
    }
    for (j = 0; j < 3; j++) {
      t = s * j;
#pragma parallel
      for (int k = j; k < m; k += 3) r[i * m + k] = t + a[i * m + k];
    }
    q[i] = least + any;
    if (q[i] > 2) {
      r[i * m] += q[i];
    } else
      r[i * m] -= 1;
  }
}
static double g(int n, int m, const double* a) {
  double worst = 0, sum = 0;
#pragma parallel reduction(max : worst) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    double mean = 0;
#pragma parallel reduction(+ : mean)
    for (int k = 0; k < m; k++) mean += a[i * m + k];
    mean /= m;
    double spread = 0;
#pragma parallel reduction(max : spread)
    for (int k = 0; k < m; k++) spread = fmax(spread, fabs(a[i * m + k] - mean));
    worst = fmax(worst, spread);
#pragma parallel
    for (int k = 0; k < m; k++) sum += a[i * m + k] * spread;
  }
  return worst + sum;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 10, m = 2 * n + 1;
  double *a = (double*)calloc(n * m, 8), *r = (double*)calloc(n * m, 8);
  short* q = (short*)calloc(n, sizeof *q);
  for (int k = 0; k < n * m; k++) a[k] = k % 7 - 3;
  f(n, m, a, r, q);
  double s = 0;
  for (int k = 0; k < n * m; k++) s += r[k] * (k % 13);
  for (int k = 0; k < n; k++) s += q[k];
  printf("~ %.12g %.12g\n", s, g(n, m, a));
  free(a), free(r), free(q);
  return 0;
}
