// C's atomics: updates by one operator may come in any order, what is looked at in between may not.
#include <stdatomic.h>

void fetched(int n, const int* x, _Atomic int* c, int* o) {
#pragma parallel
  for (int i = 0; i < n; i++) o[i] = atomic_fetch_add(c, x[i]);  // warning: [appyl-unproved] the order of the iterations decides
}

void looked(int n, const int* x, atomic_int* c, int* o) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    *c += x[i];
    o[i] = *c;  // warning: [appyl-unproved] the order of the iterations decides what is read of the atomic 'c'
  }
}

void stored(int n, const int* x, atomic_int* c) {
#pragma parallel
  for (int i = 0; i < n; i++) atomic_store(c, x[i]);  // warning: [appyl-unproved] the order of the iterations decides
}

void loaded(int n, const int* x, int* o) {
  static atomic_int count;
#pragma parallel
  for (int i = 0; i < n; i++) {
    atomic_fetch_sub(&count, x[i]);
    o[i] = atomic_load(&count);  // warning: [appyl-unproved] the order of the iterations decides what is read of the atomic 'count'
  }
}

void mixed(int n, const int* x, atomic_uint* c) {
#pragma parallel  // warning@+1: [appyl-unproved] the atomic 'c' is updated by more than one operator
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      c[x[i]] &= 5u;
    else
      atomic_fetch_or(&c[0], 3u);
  }
}

void counted(int n, const int* x, atomic_int* c, atomic_int* d) {
  static atomic_int all;
#pragma parallel
  for (int i = 0; i < n; i++) {
    atomic_fetch_add(&all, x[i]);
    atomic_fetch_add(&c[x[i]], 1);
    c[x[i]] += 1;
    c[0]--;
    atomic_fetch_sub(c + 1, 2);
    atomic_fetch_or(d, 4);
  }
}
