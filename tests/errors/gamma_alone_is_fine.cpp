// Where nobody looks at its sign, the gamma function is a function like any other.
#include <cmath>

void logarithms(double* a, const double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::lgamma(b[i]) + lgammaf(1.5f);
}
