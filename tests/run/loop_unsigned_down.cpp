// Unsigned counters that run down by `-= 1` and by `--` over triangles, and outer loops whose iterations are numbered around blocked ones.
#include "print.h"

#include <vector>

static void rows(unsigned n, int* x, unsigned p) {
#pragma parallel
  for (unsigned i = n - 1; i > 1; i -= 1) {
#pragma parallel
    for (unsigned char j = 1; 4 > j; ++j) x[i * p + j] = 1;
  }
}

static void alone(unsigned n, int* x) {
#pragma parallel
  for (unsigned i = n - 1; i > 1; i = i - 1) {
    int t = 0;
    for (int w = 5; w > 0; w /= 2) t += w;
    x[i] = t;
  }
}

static void triangle(unsigned n, int* x) {
#pragma parallel
  for (unsigned i = n - 1; i > 0; --i)
    for (unsigned j = n - 1; i < j; --j) x[i] += static_cast<int>(j);
#pragma parallel
  for (unsigned i = n; i >= 1; i--)
    for (unsigned j = 0; j < i; ++j) x[i] += static_cast<int>(j % 3);
}

static void numbered(int n, int* a, unsigned m) {
#pragma parallel
  for (unsigned short i = 65527; 65534 >= i; ++i) {
#pragma parallel block(64)
    for (unsigned j = 0; j < m; j++) a[(i - 65527) * m + j] = n + static_cast<int>(j);
  }
}

static void deep(int* a, int n, int m) {
#pragma parallel
  for (signed char i = 1; i < 2; ++i) {
#pragma parallel
    for (int j = 0; j < n - 1; j += 1) {
#pragma parallel block(32)
      for (short k = 2; m > k; k = k + 3) a[(i * n + j) * m + k] = i;
    }
  }
}

int main() {
  for (unsigned n : {1u, 2u, 3u, 11u}) {
    std::vector<int> x(n * 10), y(n), a(8 * n), b(2 * n * n);
    rows(n, x.data(), 10);
    alone(n, y.data());
    std::vector<int> t(n + 1);
    triangle(n, t.data());
    print("triangle", t.data(), t.size());
    numbered(static_cast<int>(n), a.data(), n);
    deep(b.data(), static_cast<int>(n), static_cast<int>(n));
    print("rows", x.data(), x.size());
    print("alone", y.data(), y.size());
    print("numbered", a.data(), a.size());
    print("deep", b.data(), b.size());
  }
}
