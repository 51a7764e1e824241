// A grid of four dimensions has one more than the device: the thread runs that loop itself, with the counter from outside
// of the nest, whose final value stays. A counter that the body declares is declared once.
#include "print.h"
#include <vector>

static int four(int* a, int n, int m) {
  int i;
#pragma parallel block(32)
  for (i = 0; i < 4; i += 1)
#pragma parallel
    for (int j = 0; j < n; j += 4)
#pragma parallel
      for (int k = n - 1; 2 < k; k--)
#pragma parallel
        for (short l = 3; l < n - 1; l = l + 4) a[((i * m + j) * m + k) * m + l] = i - j + 3 * k + l;
  return i;
}

static void inside(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    for (k = 0; k < 3; ++k) a[3 * i + k] = i * k;
  }
}

int main() {
  for (int n : {0, 1, 4, 9}) {
    const int m = n + 1;
    std::vector<int> a(4 * m * m * m);
    std::printf("%d\n", four(a.data(), n, m));
    print("a", a.data(), a.size());
    std::vector<int> b(3 * n);
    inside(b.data(), n);
    print("b", b.data(), b.size());
  }
}
