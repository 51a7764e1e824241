// Products of matrices with accessors that give references or values; those that round, or do more, stay what they are.
#include "print.h"
#include <vector>

struct ByValue {
  int rows, columns;
  std::vector<double> data;
  ByValue(int m, int n) : rows(m), columns(n), data(static_cast<std::size_t>(m) * n) {}
  double operator()(int i, int j) const { return data[i * columns + j]; }
  double& operator()(int i, int j) { return data[i * columns + j]; }
  double at(int i, int j) const { return data[i * columns + j]; }
  float rounded(int i, int j) const { return data[i * columns + j]; }
  double negative(int i, int j) const { return -data[i * columns + j]; }
  double padded(int i, int j) const { return i < rows && j < columns - 1 ? data[i * columns + j] : 0; }
  double above(int i, int j) const { return data[i * columns + j] + data[j]; }
};
static void byOperator(const ByValue& a, const ByValue& b, ByValue& c) {
#pragma parallel
  for (int i = 0; i < c.rows; ++i)
    for (int j = 0; j < c.columns; ++j) {
      double sum = 0;
      for (int p = 0; p < a.columns; ++p) sum += a(i, p) * b(p, j);
      c(i, j) = sum;
    }
}
static void byFunction(const ByValue& a, const ByValue& b, double* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < n; ++p) c[i * n + j] += a.at(p, i) * b.at(p, j);
}
static void byOthers(const ByValue& a, const ByValue& b, double* c, int n, int which) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      if (which == 0)
        for (int p = 0; p < n; ++p) sum += a.rounded(i, p) * b.at(p, j);
      else
        for (int p = 0; p < n; ++p) sum += a.negative(i, p) * b.at(p, j);
      c[i * n + j] = sum;
    }
}
static void rounded(const ByValue& a, const ByValue& b, double* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int p = 0; p < n; ++p) sum += a.rounded(i, p) * b.at(p, j);
      c[i * n + j] = sum;
    }
}
static void padded(const ByValue& a, const ByValue& b, double* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int p = 0; p < n; ++p) sum += a.padded(i, p) * b.above(p, j);
      c[i * n + j] = sum;
    }
}
int main() {
  for (int n : {0, 1, 7, 40}) {
    ByValue a(n, n), b(n, n), c(n, n);
    fillFraction(a.data.data(), a.data.size(), 1);
    fillFraction(b.data.data(), b.data.size(), 2);
    byOperator(a, b, c);
    print("operator", c.data.data(), c.data.size());
    byFunction(a, b, c.data.data(), n);
    print("function", c.data.data(), c.data.size());
    for (int which : {0, 1}) {
      byOthers(a, b, c.data.data(), n, which);
      print("others", c.data.data(), c.data.size());
    }
    rounded(a, b, c.data.data(), n);
    print("rounded", c.data.data(), c.data.size());
    padded(a, b, c.data.data(), n);
    print("padded", c.data.data(), c.data.size());
  }
}
