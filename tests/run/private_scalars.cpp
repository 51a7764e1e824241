// Variables declared outside a loop that each iteration writes before it reads them.
#include "print.h"
#include <cmath>
#include <vector>

static void temporary(const double* a, double* b, int n) {
  double t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i] * a[i];
    b[i] = t + 1.0 / (t + 1.0);
  }
}

static void several(const int* a, int* b, int n) {
  int low, high, x = 0;
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    x = a[i];
    if (x < 0) {
      low = x;
      high = -x;
    } else {
      low = -x;
      high = x;
    }
    b[i] = high * 3 + low;
  }
}

static void accumulator(const float* a, float* r, int n, int m) {
  float sum;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    sum = 0;
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    r[i] = sum;
  }
}

static void flag(const int* a, int* b, int n, int m) {
  bool found;
#pragma parallel shape(a[n * m]) block(4)
  for (int i = 0; i < n; ++i) {
    found = false;
    for (int j = 0; j < m && !found; ++j)
      if (a[i * m + j] > 30) found = true;
    b[i] = found ? 1 : 0;
  }
}

static void acrossNest(const int* a, int* b, int n, int m) {
  int base, offset;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    base = i * m;
#pragma parallel
    for (int j = 0; j < m; ++j) {
      offset = base + j;
      b[offset] = a[offset] + base;
    }
  }
}

static void pointer(int* a, int n, int m) {
  int* row;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    row = a + i * m;
    for (int j = 0; j < m; ++j) row[j] += i;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<double> d(n), e(n);
    fillFraction(d.data(), n, 1);
    temporary(d.data(), e.data(), n);
    print("temporary", e.data(), n);
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 2);
    several(a.data(), b.data(), n);
    print("several", b.data(), n);
    const int m = 6, rows = n / m;
    std::vector<float> f(n), r(rows);
    fill(f.data(), n, 3);
    accumulator(f.data(), r.data(), rows, m);
    print("accumulator", r.data(), rows);
    flag(a.data(), b.data(), rows, m);
    print("flag", b.data(), n);
    acrossNest(a.data(), b.data(), rows, m);
    print("nest", b.data(), n);
    pointer(a.data(), rows, m);
    print("pointer", a.data(), n);
  }
}
