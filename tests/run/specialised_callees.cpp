// Explicit specialisations of function templates: the device has those that overload resolution finds on the host.
#include "print.h"
#include <vector>

namespace own {
template <typename T>
T magnitude(T x) {
  return x >= 0 ? x : -x;
}
template <>
double magnitude(double x) {
  return x >= 0 ? 3 * x : -2 * x;
}
template <>
long magnitude(long x);
template <typename T, int N>
T scaled(T x) {
  return x * N;
}
template <>
int scaled<int, 2>(int x) {
  return x * 2 + 1;
}
static double both(double x, float y) { return magnitude(x) + static_cast<double>(magnitude(y)); }
}  // namespace own

static double norm(int n, const double* x, const float* y) {
  double sum = 0;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += own::magnitude(x[i]) + static_cast<double>(own::magnitude(y[i]));
  return sum;
}

static void within(int n, const double* x, const float* y, double* out, int* counts) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    out[i] = own::both(x[i], y[i]);
    counts[i] = own::magnitude(i - 5) + static_cast<int>(own::magnitude(7L - i));
  }
}

int main() {
  for (const int n : sizes) {
    std::vector<double> x(n), out(n);
    std::vector<float> y(n);
    std::vector<int> counts(n);
    for (int i = 0; i < n; ++i) x[i] = i % 9 - 4, y[i] = static_cast<float>(i % 7 - 3);
    const double sum = norm(n, x.data(), y.data());
    within(n, x.data(), y.data(), out.data(), counts.data());
    print("sum", &sum, 1);
    print("out", out.data(), out.size());
    print("counts", counts.data(), counts.size());
  }
  return own::scaled<int, 2>(0) - 1;
}

template <>
long own::magnitude(long x) {
  return x > 3 ? 3 : x;
}
