// Several declarations in a head, and a negated condition, in C.
#include <stdio.h>

static int length(int n) { return n - 1; }

static void scale(int n, double* x) {
#pragma parallel
  for (int i = 0, end = length(n); i < end; ++i) x[i] *= 2;
#pragma parallel
  for (int i = 0; !(i >= n); i++) x[i] += 1;
}

int main(void) {
  double x[100], sum = 0;
  for (int i = 0; i < 100; ++i) x[i] = i % 9;
  scale(100, x);
  for (int i = 0; i < 100; ++i) sum += x[i] * (i % 4);
  printf("%.1f\n", sum);
  return 0;
}
