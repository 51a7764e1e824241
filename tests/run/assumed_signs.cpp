// Sizes are taken to be no negative numbers where shifts, masks and unsigned numbers make others of these; where a
// run breaks that, the loop runs sequentially.
#include "print.h"
#include <vector>

static void wrapped(int* a, int shift) {
#pragma parallel shape(a[100])
  for (int i = 0; i < 5; ++i) a[(unsigned)(i + shift) % 5] = 3 * i + 1;
#pragma parallel shape(a[100])
  for (unsigned i = 0; i < 7; ++i) a[10 + (i + shift) % 7] = 5 * i + 1;
}
static void masked(int* a, int n, int shift) {
#pragma parallel shape(a[100])
  for (int i = 0; i < n; ++i)
    if (shift < 0 && (shift & 3) == 1) a[20] = i;
#pragma parallel shape(a[100])
  for (int i = 0; i < n; ++i)
    if (shift % 4 & 4) a[21] = i;
}
static void compared(int* a, int n, int p, int q) {
#pragma parallel shape(a[100])
  for (int i = 0; i < n; ++i)
    if ((unsigned)p > (unsigned)q && p < q) a[22] = i;
}
static void nested(int* a, int n, int m) {
#pragma parallel shape(a[100])
  for (int i = 0; i < n; ++i)
    if (m / 2u > 5 && m < 0) a[23] = i;
}

int main() {
  for (int shift : {-7, -6, -5, -4, -1, 0, 3, 9}) {
    std::vector<int> a(100);
    fill(a.data(), a.size(), 1);
    wrapped(a.data(), shift);
    masked(a.data(), 9, shift);
    compared(a.data(), 9, shift, 6);
    nested(a.data(), 9, shift);
    print("a", a.data(), a.size());
  }
}
