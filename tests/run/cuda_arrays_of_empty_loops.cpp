// What only an inner loop touches need not exist where that loop is empty, whether its size stands in the subscript or
// not: nothing of it moves to the device.
#include "print.h"
#include <vector>

// `c` is null where the inner loop is empty.
static void constantSubscript(long* y, const int* c, int rows, int n) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
    for (long j = 0; n - 4 >= j; ++j) y[i] += c[0] + 3 * j;
}

// `w` has one element where `n` is below 4, and more otherwise.
static void longerRange(double* y, const double* w, int rows, int n, int pitch) {
#pragma parallel
  for (int i = 0; i < rows; ++i) {
    y[i] = w[0];
    for (int k = 4; k < n; ++k) y[i] += w[k * pitch + 1];
  }
}

// No iteration at all, whatever the sizes.
static void neverRuns(double* y, double* x, int rows, int pitch) {
#pragma parallel
  for (int i = 0; i < rows; ++i) {
    y[i] = i;
    for (int l = 0; l < 0; ++l) x[(i + 1) * pitch + l] += 1;
    x[i] += 2;
  }
}

// `c` is null where no row has anything behind its diagonal.
static void triangle(long* y, const int* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; j += 2) y[i] += c[2] * j;
}

int main() {
  for (int n : {0, 1, 3, 4, 5, 40}) {
    const int rows = 6, pitch = 3;
    std::vector<long> y(rows, 1);
    std::vector<int> c(n >= 4 ? 1 : 0, 7);
    constantSubscript(y.data(), c.data(), rows, n);
    print("y", y.data(), y.size());
    std::vector<long> t(n, 1);
    std::vector<int> d(n > 1 ? 3 : 0, 5);
    triangle(t.data(), d.data(), n);
    print("t", t.data(), t.size());
    std::vector<double> z(rows), w(n > 4 ? (n - 1) * pitch + 2 : 1, 0.5), x(rows, 0.25);
    longerRange(z.data(), w.data(), rows, n, pitch);
    print("z", z.data(), z.size());
    neverRuns(z.data(), x.data(), rows, pitch);
    print("x", x.data(), x.size());
  }
}
