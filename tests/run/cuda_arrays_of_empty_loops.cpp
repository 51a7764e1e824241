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

// Nor here, whatever the step is: the loop ends where it begins.
static void endsWhereItBegins(double* y, double* x, const float* w, int rows, int pitch, int step) {
#pragma parallel
  for (int i = 0; i < rows; ++i) {
    y[i] += i;
    for (int l = 3; l != 3; ++l) x[(i + 1) * pitch + l] += w[rows * i + l];
  }
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int l = 1; 1 != l; l -= step) x[i * pitch + l] = w[l];
}

// The counter is narrower than what it begins with: whether the loop runs is not known in front of it. `a` and `at` are
// empty where it does not.
static void narrow(std::vector<double>& b, const std::vector<float>& a, const int* at, [[maybe_unused]] int size,
                   unsigned n) {
#pragma parallel shape(at[size])
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned short j = static_cast<unsigned short>(n - 1); j > 2; --j) b[i * n + j] = a[i + 2] + at[i + 1];
}

// Likewise, with pointers: `x` and `c` are null where the loop does not run.
static void narrowPointers(double* y, const double* x, const float* c, int rows, int n) {
#pragma parallel
  for (int i = 0; i < rows; ++i) {
    y[i] = i;
    for (signed char j = n - 1; j > 2; --j) y[i] += x[i] + c[0] * j;
  }
}

// Narrower counters that begin at the outer one: there are no more elements than the inner loops touch.
static void narrowTriangles(std::vector<double>& y, const int* at, const float* x, const double* w, int n) {
#pragma parallel
  for (int i = 3; i != n + 2; ++i) {
    y[i] = i;
    for (short j = i + 1; j < n; ++j)
      for (int k = at[i]; k < at[i + 1]; ++k) y[i] += x[j];
    for (unsigned char j = n - i + 1; j > 3; --j) y[i] += w[j] - w[i];
  }
}

// What is written densely but for the counter that may be another number than what it begins with.
static void narrowRows(double* a, int n, int m) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    for (short j = m - 1; j != -1; --j)
      for (int k = 0; k < m; ++k) a[(i * m + j) * m + k] = i + j * k;
}

// The last step may lie anywhere in front of the end.
static void steps(std::vector<long>& x, int n, int step) {
#pragma parallel
  for (int i = 0; i < n; i += step) x[2 * i] += i;
}

int main() {
  for (unsigned n : {1u, 2u, 3u, 9u}) {
    const int size = n > 3 ? 7 : 0;
    std::vector<double> b(size ? 4 * n : 0, 0.5);
    const std::vector<float> a(size, 1.5f);
    const std::vector<int> at(size, 3);
    narrow(b, a, at.data(), size, n);
    print("b", b.data(), b.size());
  }
  for (int n : {1, 3, 4, 100}) {
    std::vector<double> y(5), x(n > 3 ? 5 : 0, 1.5);
    const float c = 0.5;
    narrowPointers(y.data(), n > 3 ? x.data() : nullptr, n > 3 ? &c : nullptr, 5, n);
    print("narrow", y.data(), y.size());
  }
  for (int n : {1, 3, 4, 5, 6, 9, 60}) {
    std::vector<double> y(n + 2, -1.0), w(n > 5 ? n - 1 : 0, 0.25);
    std::vector<int> at(n > 4 ? n : 0);
    for (std::size_t k = 0; k < at.size(); ++k) at[k] = static_cast<int>(k * k % 11);
    const std::vector<float> x(n > 4 ? n : 0, 1.25f);
    narrowTriangles(y, at.data(), x.data(), w.data(), n);
    print("triangles", y.data(), y.size());
  }
  for (int m : {0, 1, 3}) {
    std::vector<double> a(4 * m * m);
    narrowRows(a.data(), 4, m);
    print("rows", a.data(), a.size());
  }
  for (int step : {1, 2, 3, 7, 20}) {
    std::vector<long> x(2 * ((10 - 1) / step * step) + 1, 5);
    steps(x, 10, step);
    print("steps", x.data(), x.size());
  }
  for (int n : {0, 3, 4, 5, 40}) {
    const int rows = 6, pitch = 3;
    std::vector<long> y(rows, 1);
    std::vector<int> c(n >= 4 ? 1 : 0, 7);
    constantSubscript(y.data(), c.data(), rows, n);
    print("y", y.data(), y.size());
    std::vector<double> z(rows), w(n > 4 ? (n - 1) * pitch + 2 : 1, 0.5), x(rows, 0.25);
    longerRange(z.data(), w.data(), rows, n, pitch);
    print("z", z.data(), z.size());
    neverRuns(z.data(), x.data(), rows, pitch);
    endsWhereItBegins(z.data(), x.data(), nullptr, rows, pitch, n + 1);
    print("x", x.data(), x.size());
    print("z", z.data(), z.size());
  }
}
