// Sums whose last bits depend on the order: with this option they are the same for every number of threads.
// options: --deterministic
#include "print.h"
#include <complex>
#include <vector>

static float sum(const float* a, int n) {
  float s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i] / 3.0f;
  return s;
}

static double product(const double* a, int n) {
  double p = 1;
#pragma parallel block(64) reduction(* : p)
  for (int i = 0; i < n; ++i) p *= 0.9 + a[i] / 10.0;
  return p;
}

static void scatter(const int* at, const float* x, float* y, int n) {
#pragma parallel shape(y[5]) reduction(+ : y)
  for (int i = 0; i < n; ++i) y[at[i]] += x[i] / 7.0f;
}

static double nest(const double* a, int n, int m) {
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) s += a[i * m + j] / 3.0;
  return s;
}

static void rows(const double* a, double* r, int n, int m) {
#pragma parallel reduction(+ : r)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) r[j] += a[i * m + j] / 3.0;
}

static std::complex<float> complexSum(const float* a, int n) {
  std::complex<float> s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += std::complex<float>(a[i] / 3.0f, a[i] / 7.0f);
  return s;
}

// Elements, whose names are no words, of a type that only the template's argument tells.
template <class V>
static void elements(V& c, const float* a, int n) {
#pragma parallel reduction(+ : c[1])
  for (int i = 0; i < n; ++i) c[1] += a[i] / 3.0f;
}

int main() {
  for (int n : {0, 1, 129, 1000, 20000}) {
    std::vector<float> f(n);
    fillFraction(f.data(), n, 1);
    std::printf("~ %.9g\n", static_cast<double>(sum(f.data(), n)));
    std::vector<double> d(n);
    fillFraction(d.data(), n, 2);
    std::printf("~ %.17g\n", product(d.data(), n));
    std::printf("~ %.17g\n", nest(d.data(), n / 10, 10));
    std::vector<int> at(n);
    for (int i = 0; i < n; ++i) at[i] = i * 7 % 5;
    float y[5] = {};
    scatter(at.data(), f.data(), y, n);
    for (float x : y) std::printf("~ %.9g\n", static_cast<double>(x));
    double r[10] = {};
    rows(d.data(), r, n / 10, 10);
    for (double x : r) std::printf("~ %.17g\n", x);
    float sums[2] = {1, 2};
    elements(sums, f.data(), n);
    std::printf("~ %.9g\n", static_cast<double>(sums[1]));
    const std::complex<float> c = complexSum(f.data(), n);
    std::printf("~ %.9g %.9g\n", static_cast<double>(c.real()), static_cast<double>(c.imag()));
  }
}
