// Directives written with _Pragma, in macros too, and macros in the arguments of clauses.
#include "print.h"
#include <vector>

#define BLOCK 32
#define OPERATOR +
#define PARALLEL _Pragma("parallel")
#define PRAGMA(text) _Pragma(#text)
#define PARALLEL_FOR(i, n) _Pragma("appyl parallel block(16)") for (int i = 0; i < (n); ++i)

static void plain(int* a, int n) {
  _Pragma("parallel") for (int i = 0; i < n; ++i) a[i] += 1;
  _Pragma("appyl parallel block(BLOCK)")
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

static void inMacros(int* a, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i) a[i] += 2;
  PRAGMA(parallel block(8))
  for (int i = 0; i < n; ++i) a[i] -= i;
}

static void withLoop(int* a, int n) {
  PARALLEL_FOR(i, n) a[i] ^= 5;
  PARALLEL_FOR(k, n) {
    a[k] += k;
  }
}

static long reduced(const int* a, int n) {
  long s = 0;
  PRAGMA(parallel block(BLOCK) reduction(OPERATOR : s))
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

static void nested(int* a, int n) {
  _Pragma("parallel") for (int i = 0; i < n / 4; ++i) {
    _Pragma("parallel") for (int j = 0; j < 4; ++j) a[i * 4 + j] += i * j;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    plain(a.data(), n);
    print("plain", a.data(), n);
    inMacros(a.data(), n);
    print("macros", a.data(), n);
    withLoop(a.data(), n);
    print("loop", a.data(), n);
    nested(a.data(), n);
    print("nested", a.data(), n);
    std::printf("%ld\n", reduced(a.data(), n));
  }
}
