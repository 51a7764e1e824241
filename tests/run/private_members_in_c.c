// The members of a struct that the loop only reads have the values from before it, also where the struct was declared
// without any.
#include <stdio.h>

struct scale {
  double factor, value;
  int count;
};

static double kept(const double* p, double* a, int n) {
  struct scale s;
  s.factor = 5;
  s.value = -1;
  s.count = 3;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s.value = p[i] * s.factor;
    a[i] -= s.value * s.count;
  }
  return s.value;
}

static void filled(const double* p, double* a, int n) {
  struct scale s;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s.factor = p[i];
    s.value = p[i] * i;
    s.count = i % 3;
    a[i] += s.factor * s.value - s.count;
  }
}

int main(void) {
  static double p[300], a[300];
  for (int n = 0; n < 300; n = 3 * n + 1) {
    for (int i = 0; i < n; ++i) p[i] = 1.0 / (i + 1), a[i] = i;
    printf("%a\n", kept(p, a, n));
    filled(p, a, n);
    for (int i = 0; i < n; ++i) printf("%a\n", a[i]);
  }
  return 0;
}
