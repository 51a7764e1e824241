// Rows of views in conditions of a loop that counts or adds up in lanes.
#include <appyl/appyl.hpp>

#include "print.h"

#include <vector>

static void count(int n, appyl::view<const double, 2> a, appyl::view<const int, 2> b, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double positive = 0, sum = 1;
    long even = 0;
#pragma parallel reduction(+ : positive)
    for (int j = 0; j < n; ++j)
      if (a(i, j) > 0.25) ++positive;
#pragma parallel reduction(+ : even)
    for (int j = 0; j < n; ++j)
      if ((b(i, j) + i) % 2 == 0) even += b(i, j);
#pragma parallel reduction(+ : sum)
    for (int j = 0; j < n; ++j) sum += a(i, j) > 0 ? a(i, j) : 0.5;
    y[i] = positive + static_cast<double>(even) + sum;
  }
}

int main() {
  for (const int n : sizes) {
    std::vector<double> a(n * n), y(n);
    std::vector<int> b(n * n);
    for (int k = 0; k < n * n; ++k) a[k] = (k * 7 % 11 - 5) * 0.125, b[k] = k * 5 % 13;
    count(n, appyl::view<const double, 2>(a, n, n), appyl::view<const int, 2>(b, n, n), y.data());
    print("y", y.data(), n);
    count(n, appyl::view<const double, 2>(a, n, n), appyl::view<const int, 2>(b.data(), {n, n}, {1, n}), y.data());
    print("y", y.data(), n);
  }
}
