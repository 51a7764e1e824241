// A counter that begins with a number of another type is compared as what it is; GNU's words for types of names.
// options: --legality=off
// warnings: -Wno-sign-compare -Wno-unused-parameter
#include <stdio.h>

static void below(int n, const int *b, int *a) {
#pragma parallel
  for (long long i = 0u; n - 3 > i; ++i) a[i] = b[i] + 1;
}

static void above(int n, const int *b, int *a) {
#pragma parallel
  for (long i = 1u; i <= n - 4; i += 2) a[i] += b[i] + 1;
}

static void byTypes(int n, int *a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    __typeof__(n) k = i;
    __typeof__(i) m = 2;
    m += k;
    a[i] += k + m;
  }
}

int main(void) {
  int a[40], b[40];
  for (int n = 0; n <= 40; n += 1 + n / 3) {
    for (int i = 0; i < 40; ++i) a[i] = i, b[i] = i * 7 % 13;
    below(n, b, a);
    above(n, b, a);
    byTypes(n, a);
    long s = 0;
    for (int i = 0; i < 40; ++i) s = s * 31 % 1000003 + a[i];
    printf("%d %ld\n", n, s);
  }
  return 0;
}
