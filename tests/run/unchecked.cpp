// Loops that the author vouches for: benign conflicts and subscripts that nobody can decide.
#include "print.h"
#include <algorithm>
#include <vector>

static void floydWarshall(std::vector<int>& d, int n) {
  for (int k = 0; k < n; ++k)
#pragma parallel unchecked
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

static void permute(const int* order, const double* from, double* to, int n) {
#pragma parallel shape(to[n]) block(32) unchecked
  for (int i = 0; i < n; ++i) to[order[i]] = from[i];
}

static void butterfly(int* a, int n, int half) {
#pragma parallel shape(a[n]) unchecked
  for (int k = 0; k < n / 2; ++k) {
    const int i = k / half * 2 * half + k % half;
    const int x = a[i], y = a[i + half];
    a[i] = x + y;
    a[i + half] = x - y;
  }
}

int main() {
  for (int n : {1, 16, 64}) {
    std::vector<int> d(n * n), a(n), order(n);
    for (int i = 0; i < n * n; ++i) d[i] = i % (n + 1) == 0 ? 0 : (i * 37 % 100) + 1;
    floydWarshall(d, n);
    print("distances", d.data(), d.size());
    for (int i = 0; i < n; ++i) order[i] = (i * 5 + 3) % n;
    std::vector<double> x(n), y(n);
    fillFraction(x.data(), n, 1);
    permute(order.data(), x.data(), y.data(), n);
    print("permuted", y.data(), n);
    fill(a.data(), n, 2);
    for (int half = 1; 2 * half <= n; half *= 2) butterfly(a.data(), n, half);
    print("butterfly", a.data(), n);
  }
}
