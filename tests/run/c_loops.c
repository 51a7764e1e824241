// Loop forms in C11: declarations at the top, variable length arrays as parameters, restrict, compound literals.
// targets: openmp
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 32

static void show(const char *what, const int *a, int n) {
  unsigned hash = 17;
  for (int i = 0; i < n; ++i) hash = hash * 31u + (unsigned)a[i];
  printf("%s %d %u\n", what, n, hash);
}

static int forms(int *restrict a, int n) {
  int i, j;
#pragma parallel
  for (i = 0; i < n; i++) a[i] = i;
#pragma parallel block(BLOCK)
  for (i = n - 1; i >= 0; i -= 2) a[i] += 3;
#pragma parallel block
  for (i = 0; i != n; ++i) a[i] *= 2;
#pragma parallel
  for (int k = 0; k < n / 3; ++k)
#pragma parallel
    for (j = 0; j < 3; ++j) a[k * 3 + j] ^= j;
  return i;
}

static void variableLength(int n, int m, int a[n][m], int b[m][n]) {
  int i, j;
#pragma parallel
  for (i = 0; i < n; ++i)
#pragma parallel block(8)
    for (j = 0; j < m; ++j) a[i][j] = b[j][i] * 2 + 1;
}

/* The last value of a loop that runs at least once: its end is unsigned. */
static int lastOfUnsigned(int *a, unsigned n) {
  unsigned i;
  int last = -1;
#pragma parallel block(32)
  for (i = 0; i <= n; ++i) {
    last = a[i] + (int)i;
    a[i] = last;
  }
  return last + (int)i;
}

static void types(int *a) {
#pragma parallel
  for (unsigned char c = 0; c < 255; ++c) a[c] += c;
#pragma parallel block
  for (size_t s = 200; s > 0; --s) a[s - 1] += 2;
#pragma parallel block
  for (int32_t x = INT_MAX - 100; x < INT_MAX; ++x) a[INT_MAX - x] += 3;
#pragma parallel
  for (unsigned u = UINT_MAX - 64; u < UINT_MAX; u += 2) a[u - (UINT_MAX - 64)] += 4;
}

static double lastValue(const double *x, double *y, int n) {
  double t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = x[i] * 0.5;
    y[i] = t + 1;
  }
  return t;
}

/* All declared at the top: the counters, and the numbers that each iteration has for itself. */
static int filters(const double *x, const double *w, double *y, int n, int taps) {
  int i, j, k, count = 0;
  double sum, worst, part;
#pragma parallel
  for (i = 0; i < n; i++) {
    sum = 0, worst = -1;
    for (k = 0; k < taps; k++) {
      part = w[k] * x[i + k];
      sum = sum * 0.5 + part;
      if (part > worst) worst = part;
    }
    y[i] = sum + worst;
  }
  count += i;
#pragma parallel
  for (j = 0; j < 3; j++)
#pragma parallel block(64)
    for (i = 0; i < n; i++) {
      sum = x[i + j];
      for (k = taps; k > 0; k--) sum += w[k] * x[i + k];
      if (sum > 3) sum = sum / 2;
      for (k = 0; k < taps; k += 2) sum -= w[k] * sum;
      y[(j + 1) * n + i] = sum;
    }
  return 7 * count + j;
}

int main(void) {
  for (int n = 0; n < 400; n = n * 2 + 3) {
    int *a = malloc(sizeof *a * (size_t)(n + 1));
    printf("%d\n", forms(a, n));
    show("forms", a, n);
    double *x = malloc(sizeof *x * (size_t)(n + 1)), *y = malloc(sizeof *y * (size_t)(n + 1));
    for (int i = 0; i < n; ++i) x[i] = i * 0.75;
    printf("%a\n", lastValue(x, y, n));
    double *padded = malloc(sizeof *padded * (size_t)(n + 50)), *filtered = malloc(sizeof *filtered * (size_t)(4 * n + 1));
    for (int i = 0; i < n + 50; ++i) padded[i] = i % 13 * 0.3 - 1;
    printf("%d", filters(padded, padded + 3, filtered, n, n % 40));
    for (int i = 0; i < 4 * n; ++i) printf(" %a", filtered[i]);
    printf("\n");
    free(padded);
    free(filtered);
    free(a);
    free(x);
    free(y);
  }
  int b[7][30], c[30][7];
  for (int i = 0; i < 210; ++i) b[i / 30][i % 30] = i;
  variableLength(30, 7, c, b);
  show("variable", &c[0][0], 210);
  int t[256] = {0};
  types(t);
  printf("%d\n", lastOfUnsigned(t, 100));
  show("types", t, 256);
  return 0;
}
