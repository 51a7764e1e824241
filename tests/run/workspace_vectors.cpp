// A vector in front of the loop that each iteration fills before it reads it is a workspace: each thread has one, as
// long as the one in front.
#include "print.h"
#include <vector>

static void filled(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];
    y[i] = 0;
    for (int j = 0; j < m; ++j) y[i] += w[m - 1 - j] * x[i * m + j];
  }
}
static void several(const double* x, double* y, int n, int m) {
  std::vector<double> u(m), v(m, 3.0);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      u[j] = x[i * m + j];
      v[j] = 2 * u[j];
    }
    y[i] = u[m - 1] + v[m - 1];
  }
}
// ... also where an outer loop comes to the nest again, with what the workspace was left with.
static void inSteps(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
  for (int step = 0; step < 3; ++step) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) w[j] = step * x[i * m + j];
      for (int j = 0; j < m; ++j) y[i] += w[m - 1 - j];
    }
  }
}
// ... and where the loops that fill it run as lanes.
static void inLanes(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma parallel
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];
    y[i] = 0;
    for (int j = 0; j < m; ++j) y[i] += w[m - 1 - j] * x[i * m + j];
  }
}
static void inLanesByClause(const double* x, double* y, int n, int m) {
  std::vector<double> w(m, 2.0);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
#pragma parallel
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];
    for (int j = 0; j < m; ++j) y[i] += w[m - 1 - j];
  }
}
static void ofInnerLoop(const double* x, double* y, int n, int m) {
  std::vector<double> window(3, 7.0);
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel private(window)
    for (int j = 0; j < m; ++j) {
      for (int k = 0; k < 3; ++k) window[k] = x[i * m + j] + k;
      y[i * m + j] = window[0] * window[2];
    }
}
template <class T>
static void inTemplate(const T* x, T* y, int n) {
  std::vector<T> w(5);
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 5; ++j) w[j] = x[i] + j;
    y[i] = w[1] * w[4];
  }
}
// The first and the last element are there where the loop that reads them runs.
static void ends(const double* x, double* y, int n, int m) {
  std::vector<double> w(m);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[j] = x[i * m + j];
    for (int j = 0; j < m; ++j) y[i] += w[j] * w[0] - w[m - 1];
  }
}
int main() {
  for (int n : {0, 1, 5, 130}) {
    const int m = 7;
    std::vector<double> x(n * m + 1), y(n + 1);
    fill(x.data(), x.size(), 3);
    filled(x.data(), y.data(), n, m);
    print("filled", y.data(), y.size());
    several(x.data(), y.data(), n, m);
    print("several", y.data(), y.size());
    inLanes(x.data(), y.data(), n, m);
    print("in lanes", y.data(), y.size());
    inLanesByClause(x.data(), y.data(), n, m);
    print("by clause", y.data(), y.size());
    std::vector<double> z(n * m + 1);
    ofInnerLoop(x.data(), z.data(), n, m);
    print("inner loop", z.data(), z.size());
    inTemplate(x.data(), y.data(), n);
    print("in template", y.data(), y.size());
    ends(x.data(), y.data(), n, m);
    print("ends", y.data(), y.size());
    inSteps(x.data(), y.data(), n, m);
    print("in steps", y.data(), y.size());
  }
}
