// block and reduction on one loop, and in nests.
// options: --block-size 50
#include "print.h"
#include <vector>

static float dot(const float* x, const float* y, int n) {
  float s = 0;
#pragma parallel block(256) reduction(+ : s)
  for (int i = 0; i < n; ++i) s += x[i] * y[i];
  return s;
}

static double withDefault(const double* x, int n) {
  double s = 0;
#pragma parallel block reduction(s)
  for (int i = n - 1; i >= 0; --i) s += x[i] * x[i];
  return s;
}

static long twoDimensions(const int* x, int n, int m) {
  long s = 0;
#pragma parallel block(4) reduction(+ : s)
  for (int i = 0; i < n; ++i)
#pragma parallel block(32)
    for (int j = 0; j < m; ++j) s += x[i * m + j] * (i - j);
  return s;
}

static int runTime(const int* x, int n, [[maybe_unused]] int size) {
  int bits = 0;
#pragma parallel block(size) reduction(^ : bits)
  for (int i = 0; i < n; i += 2) bits ^= x[i] * i;
  return bits;
}

// A sequential block loop with its own sum inside a parallel one that reduces.
static long nested(const int* x, int n, int m) {
  long total = 0;
#pragma parallel reduction(+ : total)
  for (int i = 0; i < n; ++i) {
    long row = 0;
#pragma block(16)
    for (int j = 0; j < m; ++j) row += x[i * m + j];
    total += row * i;
  }
  return total;
}

int main() {
  for (int n : {0, 1, 49, 50, 51, 127, 128, 129, 1000}) {
    std::vector<float> x(n), y(n);
    fillFraction(x.data(), n, 1);
    fillFraction(y.data(), n, 2);
    std::printf("~ %.9g\n", static_cast<double>(dot(x.data(), y.data(), n)));
    std::vector<double> d(n);
    fillFraction(d.data(), n, 3);
    std::printf("~ %.17g\n", withDefault(d.data(), n));
    std::vector<int> a(n);
    fill(a.data(), n, 4);
    std::printf("%ld %ld\n", twoDimensions(a.data(), n / 9, 9), nested(a.data(), n / 33, 33));
    for (int size : {1, 7, 5000, 0, -2}) std::printf("%d\n", runTime(a.data(), n, size));
  }
}
