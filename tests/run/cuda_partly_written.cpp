// An array of which a part is written in any case, and under a condition once more, keeps the rest of its elements.
#include "print.h"
#include <array>
#include <vector>

static void ofConstants(double (&x)[10], const double* a) {
#pragma parallel
  for (int i = 2; i < 10; ++i) {
    if (-2 - i > 27) x[i] = a[i] * 2;
    x[i] = a[i];
  }
}
static void ofSizes(std::vector<int>& x, const std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    if (i > 4) {
      x[i] = 3 - a[i];
    }
    x[i] = a[i] + 1;
  }
}
static void ofInnerLoops(std::array<int, 12>& x, const int* a) {
#pragma parallel
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (i > j) x[3 * i + j + 2] = 7;
      x[3 * i + j + 2] = a[i] - j;
    }
}
// The condition leaves nothing out of what is written in any case.
static void ofWhole(std::array<int, 6>& x, const int* a) {
#pragma parallel
  for (int i = 0; i < 6; ++i) {
    x[i] = a[i];
    if (i > 2) x[i] = -1;
  }
}

int main() {
  double x[10];
  std::vector<double> a(10);
  for (int i = 0; i < 10; ++i) x[i] = 100 + i, a[i] = i % 4 - 1.5;
  ofConstants(x, a.data());
  print("constants", x, 10);
  for (int n : {0, 1, 2, 7, 12}) {
    std::vector<int> y(12), b(12);
    for (int i = 0; i < 12; ++i) y[i] = 50 + i, b[i] = i * 5 % 7;
    ofSizes(y, b, n);
    print("sizes", y.data(), y.size());
  }
  std::array<int, 12> z;
  z.fill(30);
  const int c[] = {2, 0, 5, 1, 7, 3};
  ofInnerLoops(z, c);
  print("inner loops", z.data(), z.size());
  std::array<int, 6> w{};
  ofWhole(w, c);
  print("whole", w.data(), w.size());
}
