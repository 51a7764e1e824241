// Scratch arrays, local to an iteration or named in private.
#include "print.h"
#include <vector>

static void local(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int digits[4];
    for (int k = 0; k < 4; ++k) digits[k] = (a[i] + 50) >> k & 1;
    b[i] = digits[0] * 8 + digits[1] * 4 + digits[2] * 2 + digits[3];
  }
}

static void clause(const int* a, int* b, int n) {
  int counts[8];
#pragma parallel private(counts)
  for (int i = 0; i < n; ++i) {
    for (int& c : counts) c = 0;
    for (int k = 0; k < 20; ++k) counts[(a[i] + 50 + k * k) % 8]++;
    b[i] = counts[0] * 100 + counts[1] * 10 + counts[4];
  }
}

static void twoDimensional(const double* a, double* b, int n) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) {
    double m[2][2] = {{a[i], 1}, {0.5, a[i] * 2}};
    double inverse[2][2];
    const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0] + 3.0;
    inverse[0][0] = m[1][1] / determinant;
    inverse[1][1] = m[0][0] / determinant;
    b[i] = inverse[0][0] + inverse[1][1];
  }
}

static void localVector(const int* a, int* b, int n) {
#ifndef ON_DEVICE
#pragma parallel block(8)
#endif
  for (int i = 0; i < n; ++i) {
    std::vector<int> history;
    for (int k = 0; k < i % 5; ++k) history.push_back(a[i] + k);
    int s = 0;
    for (int x : history) s = s * 3 + x;
    b[i] = s;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 1);
    local(a.data(), b.data(), n);
    print("local", b.data(), n);
    clause(a.data(), b.data(), n);
    print("clause", b.data(), n);
    localVector(a.data(), b.data(), n);
    print("vector", b.data(), n);
    std::vector<double> d(n), e(n);
    fillFraction(d.data(), n, 3);
    twoDimensional(d.data(), e.data(), n);
    print("two", e.data(), n);
  }
}
