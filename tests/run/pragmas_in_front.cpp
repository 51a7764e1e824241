// A pragma, by a macro too, wants its loop right behind it: what is told of the host's turns in a data region, barriers of
// the threads of a block, and what only one of them does stand in front of the pragma.
#include "print.h"

#include <vector>

#if defined __clang__
#define UNROLLED _Pragma("clang loop unroll_count(2)")
#elif defined __NVCC__
#define UNROLLED _Pragma("unroll 2")
#else
#define UNROLLED _Pragma("GCC unroll 2")
#endif

static void turns(int n, std::vector<double>& x, std::vector<double>& y) {
#pragma data(x, y)
  {
#pragma parallel
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
    UNROLLED
    for (int i = 1; i < n; ++i) y[i] += y[i - 1];
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] -= y[i];
  }
}

static void programs(int n, int m, const double* x, double* y, double* z) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
#pragma parallel reduction(+ : s)
    for (int j = 0; j < m; ++j) s += x[j] * i;
    double own[5] = {};
    UNROLLED
    for (int j = 0; j < 5; ++j) own[j] = s + j;
    UNROLLED
    for (int j = 0; j < 3; ++j) z[i] += own[j];
#pragma parallel
    for (int j = 0; j < m; ++j) y[i * m + j] = x[j] * own[j % 5] + z[i];
  }
}

int main() {
  for (int n : sizes) {
    std::vector<double> x(n), y(n);
    fillFraction(x.data(), n, 1);
    turns(n, x, y);
    print("x", x.data(), n);
    print("y", y.data(), n);
    std::vector<double> rows(n * 7);
    fillFraction(y.data(), n, 2);
    programs(n, 7, std::vector<double>(7, 0.5).data(), rows.data(), y.data());
    print("rows", rows.data(), rows.size());
    print("y", y.data(), n);
  }
}
