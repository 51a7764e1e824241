// In a data region what is told of the host's turns stands in front of a pragma that wants a loop behind it.
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

int main() {
  for (int n : sizes) {
    std::vector<double> x(n), y(n);
    fillFraction(x.data(), n, 1);
    turns(n, x, y);
    print("x", x.data(), n);
    print("y", y.data(), n);
  }
}
