// `&&` and `||` of numbers: what no iteration updates keeps its value, be it 0, 1 or another one.
#include "print.h"

#include <initializer_list>

static long any(int n, long s) {
#pragma parallel reduction(||:s)
  for (int i = 0; i < n; ++i) s = s || i > 5;
  return s;
}

static int all(int n, int s) {
#pragma parallel block(4) reduction(&&:s)
  for (int i = 0; i < n; ++i)
    if (i > 3) s = s && i < 9;
  return s;
}

static bool truth(int n, bool s) {
#pragma parallel reduction(||:s)
  for (int i = 0; i < n; ++i)
    if (i > 3) s = s || i > 9;
  return s;
}

int main() {
  for (int n : {0, 1, 4, 5, 9, 10, 40})
    for (int s : {0, 1, 3, -2})
      std::printf("%d %d: %ld %d %d\n", n, s, any(n, s), all(n, s), static_cast<int>(truth(n, s != 0)));
}
