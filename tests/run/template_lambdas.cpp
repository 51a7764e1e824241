// Lambdas in templates, whose types the template leaves open: what they touch is touched by the loop.
#include "print.h"
#include <vector>

static double soften(double x) { return x / (1 + x * x); }
static float soften(float x) { return x / (1 + x * x); }

inline double ease(double x) { return x / 4; }
inline float ease(float x) { return x / 2; }  // no instance calls it

template <class E>
static void called(const E* a, E* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = [&] { return soften(a[i + n]) + b[i]; }();
}
template <class E>
static void nested(const E* a, E* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    b[i] = [&] { return ([&] { return soften(a[n - 1 - i]) > E(0.25); }() ? a[i] : b[i]) + 1; }();
}
template <class E, int width>
static void named(const E* a, E* b, int n) {
  const auto halve = [](auto x) -> decltype(x) { return x / 2; };
  int two = 2;
  const auto twice = [two](E x) { return two * x; };
#pragma parallel block(width)
  for (int i = 0; i < n; ++i) {
    const auto shift = [&](int by) { return a[i + by]; };
    b[i] = halve(twice(shift(n)) + shift(0) + E(0.125));
  }
}
template <class E>
static void writes(E* b, int n) {
  auto put = [&](int k) { b[k] = b[k - 1]; };
#pragma parallel
  for (int i = 1; i < n; i += 2) put(i);
}
template <class E>
static void writesInPlace(const E* a, E* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    [&] {
      if (a[i] > E(1)) return;
      b[i] += a[i];
    }();
}
template <class E>
static void eases(const E* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = ease(b[i] + a[i] * 1.0) + [&] { return ease(b[i] * a[i]); }();
}
template <class E>
static void throughReferences(E* b, int n) {
  const auto at = [=](int i) -> E& { return b[i]; };
  const auto same = [b](int i) -> auto& { return b[i]; };
#pragma parallel
  for (int i = 0; i < n; ++i) {
    at(i) += E(1);
    ++same(i);
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    E& x = at(i);
    x = x * E(2);
  }
#pragma parallel
  for (int i = 0; i < n; ++i) at(i) = at(i) / E(4);
}
template <class E>
struct Series {
  E* values;
  int n;
  void scale(E by) {
#pragma parallel
    for (int i = 0; i < n; ++i) values[i] = [&] { return values[i] * by; }();
  }
};

template <class E>
static void all(const char* type) {
  for (int n : sizes) {
    std::vector<E> a(2 * n), b(n);
    fillFraction(a.data(), a.size(), 3), fillFraction(b.data(), n, 4);
    called(a.data(), b.data(), n);
    print(type, b.data(), n);
    nested(a.data(), b.data(), n);
    print(type, b.data(), n);
    named<E, 32>(a.data(), b.data(), n);
    print(type, b.data(), n);
    writes(b.data(), n);
    print(type, b.data(), n);
    writesInPlace(a.data(), b.data(), n);
    print(type, b.data(), n);
    throughReferences(b.data(), n);
    print(type, b.data(), n);
    Series<E>{b.data(), n}.scale(E(3));
    print(type, b.data(), n);
    std::vector<double> c(n);
    fillFraction(c.data(), n, 5);
    eases(a.data(), c.data(), n);
    print(type, c.data(), n);
  }
}

int main() {
  all<float>("float");
  all<double>("double");
}
