// Counters begin at, and are compared with, what the conversion to their type makes of other types' values.
// warnings: -Wno-sign-compare
#include "print.h"
#include <vector>

// `first` may be negative, and then the counter is large, and no iteration runs.
static void unsignedCounter(int* a, int first, int n) {
#pragma parallel block(4) shape(a[200])
  for (unsigned i = first; i < n; ++i) a[i] = 3 * i + 1;
}
static int unsignedOutside(int* a, int first) {
  unsigned i;
#pragma parallel block shape(a[200])
  for (i = first - 4; i < 9; ++i) a[i] += 1;
  return i;
}
static int shortOutside(int* a, int first, int n) {
  short i;
#pragma parallel shape(a[200])
  for (i = first; i < n; ++i) a[i] += 2;
  return i;
}
// 65536 + k is k.
static void narrowCounters(int* a, int k) {
#pragma parallel block(4) shape(a[200])
  for (short i = 65536 + k; i >= 0; --i) a[i] += i;
#pragma parallel block(3) shape(a[200])
  for (unsigned char i = 256 + k; i < 12; i += 2) a[i] += 5 * i;
}
// Compared as int: there are none up to a negative bound.
static void narrowInclusive(int* a, int last) {
#pragma parallel shape(a[200])
  for (unsigned char i = 0; i <= last; i += 5) a[i] += 7;
#pragma parallel block(4) shape(a[200])
  for (unsigned short i = 0; i <= last; ++i) a[i] += 9;
}
// -4 is a long here, though it is an int beside the bound.
static void longCounter(int* a, unsigned n) {
#pragma parallel block(4) shape(a[200])
  for (long i = -4; i < n; ++i) a[i + 4] += 11;
}
// Compared as unsigned numbers: -4 is beyond the bound.
static void signedCounter(int* a, unsigned n, int first) {
#pragma parallel shape(a[200])
  for (int i = first; i < n; i += 2) a[i] += 13;
#pragma parallel block shape(a[200])
  for (int i = first; i < 10u; ++i) a[i] += 17;
}
static void innerLoops(int* a, int* b, int n, int first) {
  if (first < 0) return;
#pragma parallel unchecked shape(a[200])
  for (int k = 0; k < n; ++k) {
    b[k] += 1;
#pragma parallel
    for (short i = first; i < 7; ++i) a[64 + k * 8 + i] += i;
#pragma parallel
    for (unsigned i = first; i < 7; ++i) a[64 + k * 8 + i] += 2 * i;
  }
}

int main() {
  std::vector<int> a(200), b(10);
  for (int first : {-3, 0, 2, 5}) {
    fill(a.data(), a.size(), first + 4);
    unsignedCounter(a.data(), first, 11);
    std::printf("%d\n", unsignedOutside(a.data(), first));
    std::printf("%d\n", shortOutside(a.data(), first < 0 ? 0 : first + 65536, 12));
    narrowCounters(a.data(), first + 3);
    narrowInclusive(a.data(), first);
    longCounter(a.data(), first < 0 ? 0 : first);
    signedCounter(a.data(), 9, first);
    innerLoops(a.data(), b.data(), 10, first < 0 ? 0 : first);
    innerLoops(a.data(), b.data(), 10, first < 0 ? 1 : first + 65536);
    print("a", a.data(), a.size());
  }
}
