/* C of 1989 declares nothing in the heads of loops; nor does the output. */
// flags: -std=gnu89
// warnings: -w
// targets: openmp
#include <stdio.h>
#include <stdlib.h>

static double sums(n, a, b)
int n;
const double* a;
double* b;
{
  double s = 0;
  int i, j, k;
#pragma parallel reduction(+ : s)
  for (i = 0; i < n; i++) s += a[i];
#pragma parallel block(16)
  for (i = 0; i < n; i++)
#pragma parallel block(16)
    for (j = 0; j < n; j++) {
      double t = 0;
      for (k = 0; k < 5; k++) t += a[(i + j + k) % n];
      b[i * n + j] = t;
    }
#pragma parallel
  for (i = 1; i < n - 1; i++)
#pragma parallel
    for (j = 1; j < n - 1; j++)
      if (j % 2) b[i * n + j] += 1;
  return s;
}

main() {
  static count;
  double *a = malloc(50 * sizeof *a), *b = malloc(2500 * sizeof *b), s = 0;
  int i;
  for (i = 0; i < 50; i++) a[i] = i * 7 % 13;
  printf("%g\n", sums(50, a, b));
  for (i = 0; i < 2500; i++, count++) s += b[i] * (i % 11);
  printf("%g %d\n", s, count);
  return 0;
}
