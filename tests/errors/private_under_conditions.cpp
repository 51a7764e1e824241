#include <cassert>

// What each iteration fills before it reads it is its own, also where both stand under one condition.
void skipped(int n, const double* x, double* y) {
  double t[4];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0) continue;
    for (int k = 0; k < 4; ++k) t[k] = x[4 * i + k];
    for (int k = 0; k < 4; ++k) y[4 * i + k] = t[3 - k];
  }
}

void asserted(int n, const double* x, double* y) {
  double t[4];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    assert(i < n);
    for (int k = 0; k < 4; ++k) t[k] = x[4 * i + k];
    for (int k = 0; k < 4; ++k) y[4 * i + k] = t[3 - k];
  }
}

void filledInSome(int n, const double* x, double* y) {
  double t[4];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0)
      for (int k = 0; k < 4; ++k) t[k] = x[4 * i + k];  // error: [appyl-race] iterations i = 0 and i = 2 both write t[0]
    for (int k = 0; k < 4; ++k) y[4 * i + k] = t[3 - k];
  }
}

void filledInFewer(int n, const double* x, double* y) {
  double t[4];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i > 2)
      for (int k = 0; k < 4; ++k) t[k] = x[4 * i + k];  // error: [appyl-race] both write t[0]
    if (i > 1)
      for (int k = 0; k < 4; ++k) y[4 * i + k] = t[3 - k];
  }
}
