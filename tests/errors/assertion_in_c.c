// options: -Rappyl
// flags: -std=gnu11
// C's assert, in the form that it has with GNU's extensions.
#include <assert.h>

void rows(int n, int m, double* a) {
  assert(m >= n);
#pragma parallel
  for (int i = 0; i < n; ++i)  // remark: [appyl-proved]
    for (int j = 0; j < n; ++j) a[i * m + j] = 1;
}

void apart(int n, int m, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {  // remark: [appyl-proved]
    assert(i < m);
    a[i] = a[m + i];
  }
}
