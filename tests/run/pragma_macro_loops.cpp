// Directive and loop come from one macro, which holds the body too or takes it as an argument.
#include "print.h"
#include <vector>

#define FILL(a, n, value) \
  _Pragma("parallel") for (int i = 0; i < (n); ++i) (a)[i] = (value)
#define FOR_ALL(i, n, ...) \
  _Pragma("appyl parallel block(16)") for (int i = 0; i < (n); ++i) __VA_ARGS__

static void twice(int* a, int n) {
  FILL(a, n, 3);
  FOR_ALL(k, n, { a[k] += k; a[k] *= 2; })
  if (n > 5) FILL(a + 2, n - 4, 7);
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    twice(a.data(), n);
    print("a", a.data(), n);
  }
}
