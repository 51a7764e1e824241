// Numbers that are not finite any more: told where they come up, not where they are handed on.
// environment: APPYL_CHECK=nan
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <vector>

static void quotient(const std::vector<float>& x, std::vector<float>& y) {
#pragma parallel
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = 1 / (x[i] + 1 - PLANTED);  // finds: y[0] becomes NaN or infinite; program (0), i = 0 [appyl-nan]
}

static void root(const std::vector<double>& x, std::vector<double>& y) {
  const int n = static_cast<int>(x.size());
#pragma parallel block(4)
  for (int i = 0; i < n; ++i)
    y[i] = std::sqrt(x[i] - 5 * PLANTED);  // finds: y[0] becomes NaN or infinite; program (0), i = 0 [appyl-nan]
}

static void overflow(std::vector<float>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    y[i] = static_cast<float>(i);
    for (int k = 0; k < 10 * PLANTED; ++k)
      y[i] *= 100000;  // finds: y[1] becomes NaN or infinite; program (1), i = 1, k = 7 [appyl-nan]
  }
}

// From a local variable into the array.
static void mean(const std::vector<double>& x, const std::vector<int>& counts, std::vector<double>& y) {
#pragma parallel
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (int k = 0; k < counts[i]; ++k) sum += x[k];
    y[i] = sum / counts[i];  // finds: y[3] becomes NaN or infinite; program (3), i = 3 [appyl-nan]
  }
}

static void difference(std::vector<double>& y, int n) {
  const double infinite = PLANTED ? std::numeric_limits<double>::infinity() : 1;
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = infinite - infinite;  // finds: y[0] becomes NaN or infinite; program (0), i = 0 [appyl-nan]
}

static double sum(const std::vector<double>& x) {
  double total = 0;
#pragma parallel reduction(+:total)
  for (std::size_t i = 0; i < x.size(); ++i)
    total += std::log(x[i] + 1 - 5 * PLANTED);  // finds: total becomes NaN or infinite; program (0), i = 0 [appyl-nan]
  return total;
}

static void inverse(const std::vector<std::complex<double>>& w, std::vector<std::complex<double>>& z) {
#pragma parallel
  for (std::size_t i = 0; i < w.size(); ++i)
    z[i] = 1. / (w[i] - double(PLANTED));  // finds: z[0] becomes NaN or infinite; program (0), i = 0 [appyl-nan]
}

// Handed on only.
static void copy(const std::vector<double>& x, std::vector<double>& y) {
#pragma parallel
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = 2 * x[i];
}

int main() {
  const int n = 10;
  std::vector<float> x(n), y(n);
  quotient(x, y);
  std::vector<double> u(n), v(n, 1);
  for (int i = 0; i < n; ++i) u[i] = i;
  root(u, v);
  overflow(y, n);
  std::printf("%d\n", sum(u) > 0);
  const std::vector<std::complex<double>> w(n, 1);
  std::vector<std::complex<double>> z(n);
  if (PLANTED)
    inverse(w, z);
  else
    inverse(std::vector<std::complex<double>>(n, 2), z);
  std::vector<int> counts(n, 2);
  counts[3] -= 2 * PLANTED;
  mean(u, counts, v);
  copy(v, u);
  difference(v, n);
  std::printf("%g\n", y[0]);
}
