// Variables named in private.
#include "print.h"
#include <vector>

struct Point {
  int x, y;
};

static void scalars(const int* a, int* b, int n) {
  int t, u = 5;
#pragma parallel private(t, u)
  for (int i = 0; i < n; ++i) {
    t = a[i];
    u = t + i;
    b[i] = t * u;
  }
}

static void structure(const int* a, int* b, int n) {
  Point p;
#pragma parallel block(16) private(p)
  for (int i = 0; i < n; ++i) {
    p.x = a[i];
    p.y = i;
    b[i] = p.x * 3 - p.y;
  }
}

static void twoLines(const int* a, int* b, int n) {
  int t, u;
#pragma parallel private(t)
#pragma appyl private(u)
  for (int i = 0; i < n; ++i) {
    t = a[i] & 7;
    u = t << 2;
    b[i] += u;
  }
}

static void onInnerLoop(const int* a, int* b, int n, int m) {
  int t;
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel private(t)
    for (int j = 0; j < m; ++j) {
      t = a[i * m + j];
      b[i * m + j] = t * t + i;
    }
}

static long withReduction(const int* a, int n) {
  long s = 0;
  int t;
#pragma parallel private(t) reduction(+ : s) block
  for (int i = 0; i < n; ++i) {
    t = a[i] * 3;
    s += t;
  }
  return s;
}

// Nobody writes it: it has its value.
static void onlyRead(const int* a, int* b, int n, int factor) {
  int shift = 3;
#pragma parallel private(factor, shift)
  for (int i = 0; i < n; ++i) b[i] = a[i] * factor + shift;
}

static void onlyReadArray(const int* a, int* b, int n) {
  const int first[3] = {5, 7, 11};
  int second[2] = {2, 3};
#pragma parallel private(first, second)
  for (int i = 0; i < n; ++i) b[i] = a[i] * first[i % 3] + second[1];
}

// An array that a clause of an inner loop names, along neighbours, and where blocks of two loops are joined.
static void columns(const int* a, int* b, int n, int rows) {
  int sum[1] = {0};
#pragma parallel private(sum)
  for (int i = 0; i < n; ++i) {
    sum[0] = 0;
    for (int k = 0; k < rows; ++k) sum[0] += a[k * n + i];
    b[i] = sum[0];
  }
}
static void rowsOfRows(const int* a, int* b, int n, int m) {
  int sum[2];
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel private(sum)
    for (int j = 0; j < m; ++j) {
      sum[0] = sum[1] = 0;
      for (int k = 0; k <= i % 7; ++k) sum[k % 2] += a[i * m + j] * k;
      b[i * m + j] = sum[0] - sum[1];
    }
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 1);
    scalars(a.data(), b.data(), n);
    print("scalars", b.data(), n);
    onlyRead(a.data(), b.data(), n, n + 2);
    print("only read", b.data(), n);
    onlyReadArray(a.data(), b.data(), n);
    print("onlyReadArray", b.data(), n);
    structure(a.data(), b.data(), n);
    print("struct", b.data(), n);
    twoLines(a.data(), b.data(), n);
    print("lines", b.data(), n);
    onInnerLoop(a.data(), b.data(), n / 3, 3);
    print("inner", b.data(), n);
    columns(a.data(), b.data(), n / 3, 3);
    print("columns", b.data(), n);
    rowsOfRows(a.data(), b.data(), n / 3, 3);
    print("rows of rows", b.data(), n);
    std::printf("%ld\n", withReduction(a.data(), n));
  }
}
