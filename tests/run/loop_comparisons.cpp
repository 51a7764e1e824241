// Every comparison that may end a loop.
#include "print.h"
#include <vector>

static void less(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 3 * i;
}

static void lessEqual(int* a, int n) {
#pragma parallel
  for (int i = 0; i <= n - 1; i++) a[i] += i * i;
}

static void greater(int* a, int n) {
#pragma parallel
  for (int i = n - 1; i > -1; --i) a[i] ^= i;
}

static void greaterEqual(int* a, int n) {
#pragma parallel block
  for (int i = n - 1; i >= 0; i--) a[i] = a[i] % 1000 + i;
}

static void notEqual(int* a, int n) {
#pragma parallel block(16)
  for (int i = 0; i != n; ++i) a[i] -= 7;
#pragma parallel
  for (int i = n; i != 0; --i) a[i - 1] += 1;
}

// The bound on the left of the comparison is the same loop.
static void mirrored(int* a, int n) {
#pragma parallel
  for (int i = 0; n > i; ++i) a[i] += 2 * i;
#pragma parallel
  for (int i = n; 0 < i; --i) a[i - 1] *= 3;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    less(a.data(), n);
    print("less", a.data(), n);
    lessEqual(a.data(), n);
    print("less equal", a.data(), n);
    greater(a.data(), n);
    print("greater", a.data(), n);
    greaterEqual(a.data(), n);
    print("greater equal", a.data(), n);
    notEqual(a.data(), n);
    print("not equal", a.data(), n);
    mirrored(a.data(), n);
    print("mirrored", a.data(), n);
  }
}
