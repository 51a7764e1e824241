// Functions called from bodies: overloads, templates, references, pointers, recursion, the mathematical library.
// tolerance: 1e-13
// flags: -std=c++20
#include "print.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

static int twice(int x) { return 2 * x; }
static double twice(double x) { return 2.5 * x; }
template <class T>
static T clamp(T x, T low, T high) {
  return x < low ? low : x > high ? high : x;
}
static void bump(int& x, int by) { x += by; }
static int halved(int x) { return x / 2; }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static float dot3(const float* a, const float* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void calls(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = twice(a[i]) + static_cast<int>(twice(0.5 * i));
    b[i] = clamp(b[i], -40, 400);
    bump(b[i], 3);
    b[i] += fibonacci(i % 10);
  }
}

static void readsThroughPointers(const float* a, const float* b, float* c, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) c[i] = dot3(a + 3 * i, &b[3 * i]);
}

static void mathematics(const double* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = std::exp(-a[i]) + std::sqrt(a[i]) * std::sin(a[i]) + std::pow(a[i], 1.5) + std::log1p(a[i]);
    b[i] += std::floor(a[i] * 3) + std::fabs(a[i] - 1) + fmod(a[i], 0.3) + std::abs(a[i] - 0.5) + std::hypot(a[i], 1.0);
  }
}

static void floats(const float* a, float* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = sqrtf(a[i]) + std::sqrt(a[i]) + std::max(a[i], 0.5f) + std::abs(a[i]);
}

static void standard(int* a, const int* b, int n) {
#pragma parallel
  for (int i = 0; i < n / 2; ++i) {
    std::swap(a[2 * i], a[2 * i + 1]);
    a[2 * i] = std::max({a[2 * i], b[i], 3}) + std::abs(b[i]);
  }
}

static void functionPointer(const int* a, int* b, int n, int (*f)(int)) {
#ifndef ON_DEVICE
#pragma parallel unchecked
#endif
  for (int i = 0; i < n; ++i) b[i] = f(a[i]);
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 1);
    calls(a.data(), b.data(), n);
    print("calls", b.data(), n);
    standard(b.data(), a.data(), n);
    print("standard", b.data(), n);
    functionPointer(a.data(), b.data(), n, halved);
    functionPointer(a.data(), b.data(), n, twice);
    print("pointer", b.data(), n);
    std::vector<float> x(3 * n), y(3 * n), z(n);
    fillFraction(x.data(), x.size(), 2);
    fillFraction(y.data(), y.size(), 3);
    readsThroughPointers(x.data(), y.data(), z.data(), n);
    print("through", z.data(), n);
    floats(x.data(), z.data(), n);
    print("floats", z.data(), n);
    std::vector<double> d(n), e(n);
    fillFraction(d.data(), n, 4);
    mathematics(d.data(), e.data(), n);
    for (int i = 0; i < n; i += 50) std::printf("~ %.15g\n", e[i]);
  }
}
