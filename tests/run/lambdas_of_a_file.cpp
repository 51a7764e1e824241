// Lambdas outside of functions, which call each other, and functions that macros define.
#include <cstdio>

namespace space {
constexpr auto square = [](auto v) { return v * v; };
static const auto next = [](double v) -> double { return v + 1; };
}  // namespace space
struct Operations {
  static constexpr auto negative = [](double v) { return -v; };
};
static const auto both = [](double v) { return space::square(space::next(v)); };
static double inFunction(double v) { return both(v) + space::square(v); }

static void called(int n, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = both(x[i]) + inFunction(x[i]) + Operations::negative(x[i]) + space::square(i);
}

#define OPERATION(name, expression) \
  static inline double name(double a, double b) { return expression; }
OPERATION(product, a * b + a)
OPERATION(twice, 2 * product(a, b))
#define HALF(T) \
  static T T##_half(T v) { return v / 2; }
HALF(double)
HALF(int)

static void ofMacros(int n, const double* x, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += twice(x[i], y[i]) + double_half(x[i]) + int_half(i);
}

int main() {
  double x[20], y[20] = {};
  for (int i = 0; i < 20; ++i) x[i] = i;
  called(20, x, y);
  ofMacros(20, x, y);
  std::printf("%g %g\n", y[1], y[19]);
}
