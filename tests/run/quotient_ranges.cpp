// Quotients and remainders of counters by sizes: what a kernel touches ends where they do.
// run:
// run: 1 1 1
// run: 3 7 2
// run: 5 4 9
// run: 2 1 13
#include "print.h"
#include <cstdlib>
#include <vector>

static void shared(int n, int per, const float* rate, float* v) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] += rate[i / per];
}

static void from(int first, int n, int per, const float* rate, float* v) {
#pragma parallel
  for (int i = first; i < n; ++i) v[i] -= rate[i / per] * 3;
}

static void transposed(int rows, int g, int k, const float* x, float* y) {
#pragma parallel
  for (int r = 0; r < rows; ++r)
#pragma parallel
    for (int i = 0; i < g * k; ++i) y[r * g * k + i] = x[r * g * k + i % g * k + i / g];
}

static void digits(int g, int k, const float* x, float* y) {
#pragma parallel
  for (int i = 0; i < g * k; ++i) y[i] = x[i / k * 2 + 1] + x[i % k];
}

static void inRows(int n, int m, int per, const float* x, float* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) y[i * m + j] += x[i / per * m + j] - x[j / per];
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 20, g = argc > 2 ? std::atoi(argv[2]) : 5;
  const int k = argc > 3 ? std::atoi(argv[3]) : 14, n = rows * g * k;
  for (const int per : {1, 2, 9, 1000}) {
    std::vector<float> rate(static_cast<std::size_t>(n / per + 1)), x(2 * n + k + 2), y(n), z(n);
    for (int i = 0; i <= n / per; ++i) rate[i] = static_cast<float>(i % 7);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 23);
    transposed(rows, g, k, x.data(), y.data());
    shared(n, per, rate.data(), y.data());
    from(n / 2, n, per, rate.data(), y.data());
    digits(g, k, x.data(), z.data());
    inRows(rows, g * k, per, x.data(), z.data());
    print("y", y.data(), y.size());
    print("z", z.data(), z.size());
  }
}
