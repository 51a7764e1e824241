// Inner parallel loops that no compiler takes for `omp simd`: `!=` with a step of its own, counters that are promoted.
#include "print.h"

#include <vector>

static void unequal(int* b, long n, int m, long step) {
#pragma parallel
  for (int j = 0; j < m; j = j + 1) {
    const int t = 3 * j;
#pragma parallel
    for (long l = 0; l != n; l += step) b[j * n + l] = t + static_cast<int>(l);
  }
}

static void promoted(unsigned n, const int* x, double* y) {
#pragma parallel
  for (unsigned i = 0; i < n; ++i) {
    double t = 0;
    for (int w = x[i]; w > 0; w /= 2) t += w;
#pragma parallel reduction(+ : t)
    for (unsigned short j = 0; j < n; j = j + 4) t -= x[i];
    y[i] = t;
  }
}

int main() {
  for (int n : {0, 6, 12}) {
    std::vector<int> b(5 * n), x(n);
    std::vector<double> y(n);
    for (int i = 0; i < n; ++i) x[i] = 5 * i;
    unequal(b.data(), n, 5, 3);
    promoted(static_cast<unsigned>(n), x.data(), y.data());
    print("unequal", b.data(), b.size());
    print("promoted", y.data(), y.size());
  }
}
