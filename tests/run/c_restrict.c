// What C calls `restrict`, C++ compilers know by another word.
#include <stdio.h>

static int product(int n, const int* restrict x, const int* y) {
  int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}

static void add(int n, int* restrict to, int* restrict from) {
#pragma parallel block(8)
  for (int i = 0; i < n; i++) {
    int* restrict p = from + i;
    to[i] += *p;
  }
}

int main(void) {
  int x[37], y[37];
  for (int i = 0; i < 37; ++i) x[i] = i, y[i] = 2 * i;
  add(37, x, y);
  printf("%d restrict\n", product(37, x, y));
  return 0;
}
