// How a directive may be written: namespaced or bare, commas or not, on several lines, with comments around.
#include "print.h"
#include <vector>

static void spellings(int* a, int n) {
#pragma appyl parallel
  for (int i = 0; i < n; ++i) a[i] += 1;
#pragma parallel, block(16)
  for (int i = 0; i < n; ++i) a[i] += 2;
#pragma    parallel     block ( 8 )
  for (int i = 0; i < n; ++i) a[i] += 4;
#  pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 5;
    #pragma parallel block
    for (int i = 0; i < n; ++i) a[i] += 6;
#pragma parallel \
    block(32)
  for (int i = 0; i < n; ++i) a[i] += 7;
#pragma parallel  // a comment behind
  for (int i = 0; i < n; ++i) a[i] += 8;
#pragma parallel /* one inside */ block(4) /* and behind */
  for (int i = 0; i < n; ++i) a[i] += 9;
#pragma block(64)
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 10;
#pragma parallel block(64)
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) a[i] += 11;
}

static long comments(const int* a, int n) {
  long s = 0, t = 0;
#pragma parallel reduction(+ : s)
  // A comment between the directive and its loop,
  /* and another one. */
  for (int i = 0; i < n; ++i) s += a[i];  // and one behind
#pragma parallel

#pragma reduction(+:t)

  for (int i = 0;  // the start
       i < n;      /* the end */
       ++i         // the step
  ) {
    // in the body
    t += a[i];
  }
  return s + t;
}

static void oneLine(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { a[i] ^= 1; } for (int i = 0; i < n; ++i) a[i] += 1; /* the second loop is not annotated */
}

static void odd(int* a, int n) {
#pragma parallel
  for
  (
    int i = 0
    ;
    i < n
    ;
    ++ i
  )
    a
    [
      i
    ]
    =
    i;
#pragma parallel
  for (int i = 0; i < n; ++i);
#pragma parallel
  for (int i = 0; i < n; ++i) {}
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    spellings(a.data(), n);
    print("spellings", a.data(), n);
    std::printf("%ld\n", comments(a.data(), n));
    oneLine(a.data(), n);
    print("line", a.data(), n);
    odd(a.data(), n);
    print("odd", a.data(), n);
  }
}
