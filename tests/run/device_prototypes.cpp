// Functions that are defined behind the loops that call them, or seen by this file only.
#include "print.h"
#include <vector>

static float soften(float x);
static double soften(double x), halve(double x);
float shared(float x, float by = 2);
auto widened(float x) -> decltype(x + 1.0);

static void apply(float* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = shared(soften(a[i]));
    b[i] = halve(soften(b[i])) + widened(a[i]);
  }
}

namespace {
double deep(double x) { return x + 3; }
double hidden(double x) { return deep(x) / 4; }
}  // namespace

static void more(double* b, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) b[i] = hidden(b[i]) + shared(3);
}

static float soften(float x) { return x / (1 + x * x); }
static double soften(double x) { return x / (2 + x * x); }
static double halve(double x) { return x / 2; }
float shared(float x, float by) { return x / by; }
auto widened(float x) -> decltype(x + 1.0) { return x + 1.0; }

int main() {
  for (int n : sizes) {
    std::vector<float> a(n);
    std::vector<double> b(n);
    fill(a.data(), a.size(), 1);
    fill(b.data(), b.size(), 2);
    apply(a.data(), b.data(), n);
    more(b.data(), n);
    print("a", a.data(), a.size());
    print("b", b.data(), b.size());
  }
}
