// What cannot be decided is translated as written, with a warning: these loops are right for the data they get.
// expect-warning: [appyl-unproved]
#include "print.h"
#include <vector>

static void permute(const int* order, const double* from, double* to, int n) {
#pragma parallel shape(to[n]) block(32)
  for (int i = 0; i < n; ++i) to[order[i]] = from[i] * 2;
}

static void modulo(int* a, int n, int shift) {
#pragma parallel shape(a[n])
  for (int i = 0; i < n; ++i) a[(i + shift) % n] += i;
}

int main() {
  for (int n : sizes) {
    std::vector<int> order(n), a(2 * n);
    for (int i = 0; i < n; ++i) order[i] = n - 1 - i;
    std::vector<double> x(n), y(n);
    fillFraction(x.data(), n, 1);
    permute(order.data(), x.data(), y.data(), n);
    print("permuted", y.data(), n);
    fill(a.data(), 2 * n, 2);
    modulo(a.data(), n, 3);
    print("a", a.data(), n);
  }
}
