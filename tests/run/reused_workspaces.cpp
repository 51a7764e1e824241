// Local arrays that several loops fill before they read them: each iteration of each loop has its own.
#include "print.h"

#include <vector>

static void point(double at, double value[3]) {
  for (int k = 0; k < 3; ++k) value[k] = at * (k + 1);
}

static void twice(int n, int m, double* a, double* b) {
  double value[3];
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      for (int k = 0; k < 3; ++k) value[k] = i + j * k;
      for (int k = 0; k < 3; ++k) a[(i * m + j) * 3 + k] = value[k];
    }
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      for (int k = 0; k < 3; ++k) value[k] = i - j * k;
      for (int k = 0; k < 3; ++k) b[(i * m + j) * 3 + k] = value[k];
    }
}

static void named(int n, int m, double* a, double* b) {
  double value[3];
#pragma parallel private(value)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      point(i + j, value);
      for (int k = 0; k < 3; ++k) a[(i * m + j) * 3 + k] += value[k];
    }
#pragma parallel private(value)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      point(i - j, value);
      for (int k = 0; k < 3; ++k) b[(i * m + j) * 3 + k] += value[k];
    }
}

// In a loop around both, the second of which is sequential.
static void inSteps(int n, int count, double* a, double* b) {
  double line[4];
  for (int t = 0; t < count; ++t) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) line[k] = a[i] + k * t;
      b[i] = line[0] + line[3];
    }
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) line[k] = b[i] - k;
      a[i] = 0.5 * (line[1] + line[2]);
    }
  }
}

// What the second loop reads of the last iteration, it gets.
static void last(int n, double* a, double* b) {
  double value[2] = {0, 0};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    value[0] = i, value[1] = 2 * i;
    a[i] = value[0] + value[1];
  }
  for (int i = 0; i < n; ++i) b[i] = value[1];
}

int main() {
  for (int n : {0, 1, 2, 60, 129}) {
    const int m = 7;
    std::vector<double> a(3 * n * m), b(3 * n * m), c(n), d(n);
    twice(n, m, a.data(), b.data());
    named(n, m, a.data(), b.data());
    fillFraction(c.data(), n, 1);
    inSteps(n, 3, c.data(), d.data());
    print("a", a.data(), a.size());
    print("b", b.data(), b.size());
    print("c", c.data(), n);
    print("d", d.data(), n);
    last(n, c.data(), d.data());
    print("last", d.data(), n);
  }
}
