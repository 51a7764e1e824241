// An assertion that ends every run in which two iterations could meet makes no race.
#include <cassert>

static void put(int i, double* a) {
  assert(i == 3);
  a[i] = 1;
}

void called(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) put(i / 2, a);  // warning: [appyl-unproved] where an assertion holds
}

static void putAbove(int i, double* a) {
  assert(i >= 3);
  a[i] = 1;
}

void above(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) putAbove(i / 2, a);  // warning: [appyl-unproved] where an assertion holds
}

// Here it holds in all of them.
void begins(int n, double* a) {
#pragma parallel
  for (int i = 2; i < n; ++i) {
    assert(i >= 2);
    a[i / 2] = 1;  // error: [appyl-race] iterations i = 2 and i = 3 both write a[1]
  }
}
