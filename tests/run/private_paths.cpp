// Variables that each iteration writes first on whatever path it takes: under conditions that come again, in loops that
// certainly run, beside flags.
#include "print.h"
#include <cmath>
#include <vector>

static void twoConditions(const int* a, const int* b, int* y, int n) {
  int t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    bool up = a[i] > b[i];
    if (up) t = a[i];
    if (!up) t = b[i] * 3;
    y[i] = t;
  }
}

static void sameCondition(const int* mask, const int* b, int* y, int n, bool scaled) {
  int t = -1, s = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    if (mask[i] > 0) t = b[i];
    if (scaled) s = i % 7;
    if (mask[i] > 0) y[i] = t;
    if (scaled && y[i] != 0) y[i] *= s;
  }
}

static void halving(const int* a, int* y, int n) {
  int t = -1, u = -1, v = -1;
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    int x = a[i];
    while (true) {
      t = x / 2;
      if (t > -3 && t < 3) break;
      x = t;
    }
    do {
      x = x / 2;
      if (x == 0) {
        u = i;
        break;
      }
    } while (true);
    for (int k = 0; true; ++k) {
      v = k * k;
      if (v > 20) break;
    }
    y[i] = t * 100 + u + v;
  }
}

static int triangle(const int* a, int* y, int n) {
  int t = -1, last = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) t = a[j] + i;
    for (int j = i; j >= 0; --j) last = a[j] - i;
    y[i] = t;
  }
  return last;
}

static void conditionsThatWrite(const int* a, const int* b, int* y, int n) {
  int t = -1;
  int sum = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0 && (t = b[i]) > 0)
      y[i] = t;
    else
      y[i] = 7;
    const int offsets[3] = {1, 2, i};
    for (int offset : offsets) sum = y[i] + offset;
    y[i] = sum;
  }
}

static void firstPositive(const int* a, int* y, int n, int m) {
  int t = -1, at = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    bool found = false;
    for (int j = 0; j < m; ++j) {
      t = a[i * m + j];
      if (t > 0) {
        found = true;
        at = j;
        break;
      }
    }
    y[i] = found ? t * 10 + at : -1;
  }
}

static inline void clamp(int& t, int x) {
  for (int k = 0; k < 4; ++k) {
    t = k;
    if (x < k * 10) return;
  }
}

static void returning(const int* a, int* y, int n) {
  int t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    clamp(t, a[i]);
    y[i] = t;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), b(n), y(n, -9);
    fill(a.data(), n, 1);
    fill(b.data(), n, 2);
    twoConditions(a.data(), b.data(), y.data(), n);
    print("twoConditions", y.data(), n);
    sameCondition(a.data(), b.data(), y.data(), n, false);
    sameCondition(a.data(), b.data(), y.data(), n / 2, true);
    print("sameCondition", y.data(), n);
    halving(a.data(), y.data(), n);
    print("halving", y.data(), n);
    std::printf("last %d\n", triangle(a.data(), y.data(), n));
    print("triangle", y.data(), n);
    conditionsThatWrite(a.data(), b.data(), y.data(), n);
    print("conditionsThatWrite", y.data(), n);
    firstPositive(a.data(), y.data(), n / 3, 3);
    print("firstPositive", y.data(), n);
    returning(a.data(), y.data(), n);
    print("returning", y.data(), n);
  }
}
