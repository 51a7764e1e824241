// Bodies in C: macros, structs, unions, function calls, static data, designated initialisers, unbraced branches.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 100
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FOR_EACH(i, n) for (int i = 0; i < (n); ++i)

typedef struct {
  double re, im;
} number;

static double table[N][N];
#ifndef ON_DEVICE
static const int weights[] = {[0] = 1, [2] = 5, [1] = 3};
#else  // C++ wants them in order
static const int weights[] = {1, 3, 5};
#endif

static inline number multiply(number a, number b) {
  return (number){.re = a.re * b.re - a.im * b.im, .im = a.re * b.im + a.im * b.re};
}

static void structs(number *z, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] = multiply(z[i], (number){0.5, (double)(i % 3)});
}

static void macros(int *a, const int *b, int n) {
#pragma parallel block(16)
  FOR_EACH(i, n) a[i] = MAX(a[i], b[i]) + weights[i % 3];
}

static void stencil(void) {
  int i, j;
  static double next[N][N];
#pragma parallel
  for (i = 1; i < N - 1; i++)
#pragma parallel block(32)
    for (j = 1; j < N - 1; j++) next[i][j] = (table[i - 1][j] + table[i + 1][j] + table[i][j - 1] + table[i][j + 1]) / 4;
#pragma parallel
  for (i = 1; i < N - 1; i++)
#pragma parallel
    for (j = 1; j < N - 1; j++) table[i][j] = next[i][j];
}

static void branches(int *a, int n, int mode) {
  if (mode)
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += 1;
  else
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] -= 1;
  switch (mode) {
  case 1:
#pragma appyl parallel
    for (int i = 0; i < n; ++i) {
      switch (a[i] % 3) {
      case 0: a[i] += 2; break;
      case 1: continue;
      default: a[i] ^= 4;
      }
    }
  }
}

static void scratch(const int *a, int *b, int n) {
  int counts[4], k;
#pragma parallel private(counts)
  for (int i = 0; i < n; ++i) {
    memset(counts, 0, sizeof counts);
    for (k = 0; k < 10; ++k) counts[(unsigned)(a[i] + k * k) % 4]++;
    b[i] = counts[0] * 100 + counts[1] * 10 + counts[2];
  }
}

static void callInDouble(const float *x, float *y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = (float)sqrt(x[i]) + fabsf(x[i] - 3) + (float)floor(x[i] / 2);
}

int main(void) {
  number z[N];
  int a[N], b[N];
  float x[N], y[N];
  for (int i = 0; i < N; ++i) {
    z[i] = (number){(double)i, (double)-i};
    a[i] = i * 7 % 31;
    b[i] = i * 5 % 37;
    x[i] = (float)i / 7;
    for (int j = 0; j < N; ++j) table[i][j] = i * j % 17;
  }
  structs(z, N);
  macros(a, b, N);
  branches(a, N, 0);
  branches(a, N, 1);
  for (int t = 0; t < 3; ++t) stencil();
  scratch(a, b, N);
  callInDouble(x, y, N);
  for (int i = 0; i < N; i += 9) printf("%a %a %d %d %a %a\n", z[i].re, z[i].im, a[i], b[i], (double)y[i], table[i][i]);
  return 0;
}
