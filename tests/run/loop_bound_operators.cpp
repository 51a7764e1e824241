// Bounds and initial values made with operators that bind less tightly than a comparison, or as tightly as an addition.
#include "print.h"
#include <vector>

#define HALF n > 10 ? n / 2 : n

static void lower(int* a, int n, int k) {
#pragma parallel
  for (int i = n - 5 > 0 ? n - 5 : 0; i < n; ++i) a[i] += 1;
#pragma parallel block(16)
  for (int i = k & 3; i < n; ++i) a[i] += 2;
#pragma parallel block
  for (int i = k > 2; i < n; i += 3) a[i] += 3;
#pragma parallel
  for (int i = HALF; i < n; ++i) a[i] += 4;
#pragma parallel
  for (long i = k | 1; i < n; ++i) a[i] += 5;
}

static void upper(int* a, int n, int k) {
#pragma parallel shape(a[n])
  for (int i = 0; i < (n > 7 ? 7 : n); ++i) a[i] ^= 1;
#pragma parallel block(8) shape(a[n])
  for (int i = 0; i < (n & ~k); ++i) a[i] ^= 2;
#pragma parallel shape(a[n])
  for (int i = n - 1; i >= (k < n ? k : n); --i) a[i] ^= 4;
#pragma parallel block(4) shape(a[n])
  for (int i = n - 1; i > (k >> 1); --i) a[i] ^= 8;
#pragma parallel block(8) shape(a[n])
  for (unsigned i = 0; i < static_cast<unsigned>(n) << 0; ++i) a[i] ^= 16;
}

static int counterAfter(int* a, int n, int k) {
  int i;
#pragma parallel block(8) shape(a[n])
  for (i = k < n ? k : n; i < n; ++i) a[i] -= 1;
  return i;
}

int main() {
  for (int n : sizes)
    for (int k : {0, 1, 5, 300}) {
      std::vector<int> a(n);
      fill(a.data(), n, 1);
      lower(a.data(), n, k);
      upper(a.data(), n, k);
      std::printf("%d\n", counterAfter(a.data(), n, k));
      print("a", a.data(), n);
    }
}
