// The counter of an inner loop that is declared outside and read when its loop has ended, also where that is empty.
// expect-warning: [appyl-unproved]
#include <vector>
#include <cstdio>
#include "print.h"
static void read_after(std::vector<int>& v, std::vector<int>& o, int n) {
  int i, j;
#pragma parallel
  for (i = 0; i < n; ++i) {
#pragma parallel
    for (j = i + 1; j < n; j++) v[i * n + j] += 5;
    o[i] = j;
  }
}
static void twice(std::vector<int>& v, std::vector<int>& o, int n) {
  int i, j = 77;
#pragma parallel
  for (i = 0; i < n; ++i) {
    for (j = i + 1; j < n; j++) v[i * n + j] += 5;
    for (j = j - 1; j > 2; j--) v[i * n + j] += 1;
    o[i] += j;
  }
}
static int last_read(std::vector<int>& v, int n) {
  int i, j = 7;
#pragma parallel block(32)
  for (i = 0; i < n; ++i) {
#pragma parallel
    for (j = 4; j < i; j++) v[i * n + j] += 5;
  }
  return j;
}
static int seqsimd(std::vector<int>& v, int n, int lo) {
  int j = 7;
#pragma block(32)
  for (j = lo; j < n; j++) v[j] += 5;
  return j;
}
static double red(std::vector<double>& v, std::vector<int>& o, int n) {
  int i, j = 3; double s = 0;
#pragma parallel reduction(+ : s)
  for (i = 0; i < n; ++i) {
    double t = 0;
#pragma parallel reduction(+ : t)
    for (j = i; j < n / 2; j += 1) t += v[j];
    s += t; o[i] = j;
  }
  return s + j + i;
}
int main() {
  for (int n : {0, 1, 7, 60}) { std::vector<int> v(n * n), o(n); std::vector<double> d(n, 2);
    read_after(v, o, n); print("v", v.data(), n * n); print("o", o.data(), n);
    twice(v, o, n); print("v", v.data(), n * n); print("o", o.data(), n);
    std::printf("%d\n", last_read(v, n)); print("v", v.data(), n * n);
    std::printf("%d\n", seqsimd(v, n, 3)); std::printf("%d\n", seqsimd(v, n, 2)); std::printf("%g\n", red(d, o, n));print("o", o.data(), n);print("v", v.data(), n * n);
  }
}
