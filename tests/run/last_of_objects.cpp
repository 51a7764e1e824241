// Arrays and objects that every iteration has for itself, and that are read after the loop: they are the last
// iteration's.
#include "print.h"
#include <array>

struct Pair {
  int a, b, unused;
};

static int named(int n, int* y) {
  int w[2] = {5, 6};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = i;
    w[1] = 2 * i;
    y[i] = w[0] + w[1];
  }
  return w[1];
}

static int ofLibrary(int n, int* y) {
  std::array<int, 2> w{};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    w[0] = i;
    w[1] = 2 * i;
    y[i] = w[0] + w[1];
  }
  return w[1];
}

static int twoDimensional(int n, int* y) {
  int w[3][2] = {};
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 2; ++l) w[k][l] = i + k + l;
    y[i] = w[2][1];
  }
  return w[2][1] + w[0][0];
}

static int found(int n, int* y) {
  int w[4] = {1, 2, 3, 4};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) w[k] = i * k;
    y[i] = w[3];
  }
  return w[3];
}

static int table[4];
static int global(int n, int* y) {
#pragma parallel private(table)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) table[k] = i * k;
    y[i] = table[3];
  }
  return table[3];
}

static int members(int n, int* y) {
  Pair p = {7, 8, 9};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p.a = i;
    p.b = 2 * i;
    y[i] = i;
  }
  return p.a + p.b + p.unused;
}

// Counters from outside, also where the inner loop never runs.
static int counters(int n, int m, int* y) {
  int t = 0, i, j = 3;
#pragma parallel
  for (i = 0; i < n; ++i)
#pragma parallel
    for (j = 0; j < m; ++j) {
      t = i * 10 + j;
      y[i * 10 + j] = t * 2;
    }
  return t + i * 100 + j * 10000;
}

static int joined(int* y) {
  int t = 0, i, j = 3;
#pragma parallel
  for (i = 0; i < 5; ++i)
#pragma parallel
    for (j = 0; j < 10; ++j) {
      t = i * 10 + j;
      y[i * 10 + j] = t * 2;
    }
  return t + i * 100 + j * 10000;
}

int main() {
  for (int n : {0, 1, 5})
    for (int m : {0, 1, 8}) {
      int y[50] = {};
      int last[2];
      last[0] = counters(n, m, y);
      last[1] = joined(y);
      print("counters", last, 2);
      print("y", y, 50);
    }
  for (int n : {0, 1, 6, 40}) {
    int y[40] = {};
    int last[6];
    int k = 0;
    for (auto* each : {named, ofLibrary, twoDimensional, found, global, members}) {
      last[k++] = each(n, y);
      print("y", y, n);
    }
    print("last", last, 6);
  }
}
