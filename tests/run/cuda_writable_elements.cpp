// Vectors that a kernel only reads, but by functions, methods, lambdas and aliases that could write.
// flags: -std=c++20
#include "print.h"
#include <appyl/appyl.hpp>
#include <span>
#include <vector>

static double get(double* a, int i) { return a[i]; }
static double& element(double* a, int i) { return a[i]; }

static void byPointer(std::vector<double>& a, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) out[i] = get(a.data(), i) + element(a.data() + 1, i);
}
static void byLambda(std::vector<double>& a, double* out, int n) {
  const auto at = [&](int i) -> double& { return a[i]; };
#pragma parallel
  for (int i = 0; i < n; ++i) out[i] = at(i) + at(i + 1);
}
static void byAlias(std::vector<double>& a, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double* p = &a[i];
    double& r = a[i + 1];
    const double& c = a[0];
    out[i] = p[0] + r * c;
  }
}
struct Matrix {
  std::vector<double> data;
  int columns;
  double& operator()(int i, int j) { return data[i * columns + j]; }
  double* row(int i) { return data.data() + i * columns; }
  double value(int i, int j) const { return data[i * columns + j]; }
};
static void byMethod(Matrix& a, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) out[i] = a(i, 0) + a.row(i)[1] + a.value(i, 1);
}
static void ofConstants(const Matrix& a, const std::vector<double>& b, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const double* p = &b[i];
    out[i] = a.value(i, 0) + p[1];
  }
}

static void ofSpan(const std::span<double>& a, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double& r = a[i];
    out[i] = r;
  }
}
static void ofView(const appyl::view<double, 1>& a, double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double& r = a(i);
    out[i] = r + a(i + 1);
  }
}

int main() {
  for (int n : {1, 40}) {
    std::vector<double> a(2 * n + 2), out(n);
    fillFraction(a.data(), a.size(), 4);
    Matrix m{a, 2};
    byPointer(a, out.data(), n), print("pointer", out.data(), out.size());
    byLambda(a, out.data(), n), print("lambda", out.data(), out.size());
    byAlias(a, out.data(), n), print("alias", out.data(), out.size());
    ofSpan(a, out.data(), n), print("span", out.data(), out.size());
    ofView(appyl::view<double, 1>(a.data(), 2 * n), out.data(), n), print("view", out.data(), out.size());
    byMethod(m, out.data(), n), print("method", out.data(), out.size());
    ofConstants(m, a, out.data(), n), print("constants", out.data(), out.size());
  }
}
