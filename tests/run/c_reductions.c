// Reductions in C: operators, fmin and conditional forms, array elements, histograms, _Bool, structs by pointer.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

struct totals {
  long sum;
  int most;
};

static void scalars(const int *a, int n) {
  long sum = 0;
  int least = 1000, most = -1000, bits = 0, count = 0;
  bool all = true;
  _Bool any = 0;
#pragma parallel reduction(+ : sum, count) reduction(min : least) reduction(max : most) reduction(^ : bits)
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    least = a[i] < least ? a[i] : least;
    if (a[i] > most) most = a[i];
    bits ^= a[i];
    count++;
  }
#pragma parallel block(16) reduction(&& : all) reduction(|| : any)
  for (int i = 0; i < n; ++i) {
    all = all && a[i] > -50;
    any = any || a[i] == 7;
  }
  printf("%ld %d %d %d %d %d %d\n", sum, least, most, bits, count, all, any);
}

static void floating(const double *x, const float *f, int n) {
  double least = INFINITY, dot = 0;
  float most = -1;
  double product = 1;
#pragma parallel reduction(least)
  for (int i = 0; i < n; ++i) least = fmin(least, x[i]);
#pragma parallel block reduction(max : most)
  for (int i = 0; i < n; ++i) most = fmaxf(f[i], most);
#pragma parallel reduction(+ : dot) reduction(* : product)
  for (int i = 0; i < n; ++i) {
    dot += x[i] * f[i];
    product *= 1 + x[i] / 1000;
  }
  printf("%a %a\n", least, (double)most);
  printf("~ %.17g %.17g\n", dot, product);
}

static void histogram(const int *a, int n, int *bins) {
#pragma parallel shape(bins[8]) reduction(+ : bins)
  for (int i = 0; i < n; ++i) bins[a[i] & 7]++;
}

static void ofStruct(const int *a, int n, struct totals *t) {
#pragma parallel reduction(+ : t->sum) reduction(max : t->most)
  for (int i = 0; i < n; ++i) {
    t->sum += a[i];
    if (t->most < a[i]) t->most = a[i];
  }
}

static void argmin(const double *x, int n) {
  double best = 1e9;
  int at = -1;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
  printf("%a %d\n", best, at);
}

static void matrix(const float *a, const float *b, float *c, int n) {
  int i, j, k;
#pragma parallel block(8)
  for (i = 0; i < n; ++i)
#pragma parallel block(8)
    for (j = 0; j < n; ++j) {
      float s = 0;
#pragma block(4)
      for (k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

int main(void) {
  static int a[1000];
  static double x[1000];
  static float f[1000], g[1000], h[1000];
  for (int i = 0; i < 1000; ++i) {
    a[i] = i * 37 % 101 - 50;
    x[i] = (i * 53 % 97) * 0.125;
    f[i] = (float)(i % 11);
    g[i] = (float)(i % 7);
  }
  const int sizes[] = {0, 1, 127, 128, 129, 1000};
  for (int s = 0; s < 6; ++s) {
    const int n = sizes[s];
    int bins[8] = {0};
    struct totals t = {1, -7};
    scalars(a, n);
    floating(x, f, n);
    histogram(a, n, bins);
    for (int i = 0; i < 8; ++i) printf("%d ", bins[i]);
    printf("\n");
    ofStruct(a, n, &t);
    printf("%ld %d\n", t.sum, t.most);
    argmin(x, n);
  }
  matrix(f, g, h, 31);
  double sum = 0;
  for (int i = 0; i < 31 * 31; ++i) sum += h[i];
  printf("~ %.17g\n", sum);
  return 0;
}
