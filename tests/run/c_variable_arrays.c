// Matrices as C passes them: with sizes that are known at run time only.
// targets: openmp
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void decompose(int n, double (*a)[n]) {
  for (int k = 0; k < n; k++) {
#pragma parallel block(16)
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++) a[i][j] -= a[i][k] * a[k][j];
    }
  }
}

static double residual(int n, const double (*a)[n], const double x[], const double b[n]) {
  double largest = 0;
#pragma appyl parallel reduction(max : largest)
  for (int i = 0; i < n; i++) {
    double sum = -b[i];
    for (int j = 0; j < n; j++) sum += a[i][j] * x[j];
    largest = fmax(largest, fabs(sum));
  }
  return largest;
}

static void cubes(int n, int m, double a[n][m][4], const double b[n][m]) {
#pragma parallel block(3)
  for (int i = 0; i < n; i++)
#pragma parallel
    for (int j = 0; j < m; j++)
      for (int k = 0; k < 4; k++) a[i][j][k] += b[i][j] * k;
}

int main(void) {
  for (int n = 1; n < 40; n += 19) {
    double(*a)[n] = calloc((size_t)n, sizeof *a), *x = calloc((size_t)n, sizeof *x);
    double(*c)[n][4] = calloc(3, sizeof *c);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) a[i][j] = (i * 7 + j * 3) % 11 + (i == j ? 11 * n : 0);
      x[i] = i % 5;
    }
    printf("%.12g\n", residual(n, (const double(*)[n])a, x, x));
    decompose(n, a);
    cubes(3 < n ? 3 : n, n, c, (const double(*)[n])a);
    double sum = 0, other = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) sum += a[i][j] * (i + 2 * j);
    for (int j = 0; j < n; j++) other += c[0][j][3] - c[2 < n ? 2 : 0][j][1];
    printf("%.12g %.12g\n", sum, other);
    free(a), free(x), free(c);
  }
  return 0;
}
