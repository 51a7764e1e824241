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

// A condition on memory that changes is another one in each iteration.
struct Limits {
  int limit;
};
void behindPointer(const int* x, int* y, int n) {
  int t = 0, k[4];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    k[1] = x[i];
    if (*(k + 1) > 0) t = i;  // error: [appyl-race] 't' carries a value
    y[i] = t;
  }
}
void behindArrow(const int* x, int* y, int n) {
  int t = 0;
  Limits k[4];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    k[0] = Limits{x[i]};
    for (int j = 0; j < k->limit; ++j) t = j;  // error: [appyl-race] 't' carries a value
    y[i] = t;
  }
}
void setFirst(int* k, int v) { k[0] = v; }
void behindFunction(const int* x, int* y, int n) {
  int t = 0, k[3];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    setFirst(k, x[i]);
    if (*k > 0) t = i;  // error: [appyl-race] 't' carries a value
    y[i] = t;
  }
}
void behindVolatile(volatile int* x, int* y, int n) {
  int t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (*x > 0) t = i;  // error: [appyl-race] 't' carries a value
    if (*x > 0) y[i] = t;
  }
}
volatile int register1;
void atVolatile(int* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i + register1 - register1] = i;  // warning: [appyl-unproved] is not affine
}
void behindUnchanged(const int* size, int* y, const int* x, int n) {
  int t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < *size; ++j) t = x[j];
    y[i] = t;
  }
}
