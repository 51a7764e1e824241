// Calls that a template's arguments decide: what they may change of the elements that they are given.
// flags: -std=c++20
#include "print.h"
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

template <class T>
static void twice(T& x) {
  x *= 2;
}

template <class T>
static void swapped(T* v, T* w, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap(v[i], w[i]);
}

template <class T>
static void swappedVectors(std::vector<T>& v, std::vector<T>& w) {
  const int n = int(v.size());
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap(v[i], w[i]);
}

template <class T>
static void doubled(T* v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) twice(v[i]);
}

template <class T, class F>
static void applied(T* v, int n, F op) {
#pragma parallel
  for (int i = 0; i < n; ++i) op(v[i]);
}

template <class T, class F>
static void mapped(const T* v, T* u, int n, F op) {
#pragma parallel
  for (int i = 0; i < n; ++i) u[i] = op(v[i]) + std::max(v[i], u[i]);
}

template <class T>
static void exchanged(T* v, T* w, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = std::exchange(w[i], T(i));
}

template <class T>
struct Number {
  T x;
  constexpr void negate() { x = -x; }
  constexpr T get() const { return x; }
};

template <class T>
static void methods(Number<T>* v, T* u, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v[i].negate();
    u[i] += v[i].get();
  }
}

template <class T>
struct Both {
  T a, b;
  Both(T a, T b) : a(a), b(b) {}
};

template <class T>
static void made(T* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Both<T> both(p[i], 2 * p[i]);
    p[i] = both.a + both.b;
  }
}

static void generated(double* p, int n, auto g) {
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] += g(i);
}

static void generatedFor(auto* p, int n, auto&& g, const auto& k) {
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] += g(i) + k;
}

// Of no container of the library.
class Field {
 public:
  explicit Field(int n) : p_(std::make_unique<double[]>(n)) {}
  double* data() { return p_.get(); }

 private:
  std::unique_ptr<double[]> p_;
};

static void scaled(Field& f, int n) {
  double* p = f.data();
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] += i;
}

static void clamped(const std::vector<int>& x, const std::vector<int>& start, std::vector<int>& y, int n) {
  const int count = static_cast<int>(x.size());
#pragma parallel
  for (int i = 0; i < count; ++i) y[i] = start[(std::clamp(x[i], 0, n - 1) + n + 1) % n];
}

int main() {
  for (const int n : {0, 1, 37}) {
    std::vector<double> v(n), w(n);
    fill(v.data(), n, 1);
    fill(w.data(), n, 2);
    swapped(v.data(), w.data(), n);
    doubled(v.data(), n);
    applied(v.data(), n, [](double& x) { x += 100; });
    mapped(v.data(), w.data(), n, [](double x) { return x * 2; });
    print("mapped", w.data(), n);
    exchanged(v.data(), w.data(), n);
    swappedVectors(v, w);
    std::vector<Number<double>> x(n, {3});
    methods(x.data(), w.data(), n);
    made(v.data(), n);
    generated(v.data(), n, [](int i) { return 2.0 * i; });
    generatedFor(w.data(), n, [](int i) { return 3.0 * i + 1; }, 2);
    Field f(n);
    scaled(f, n);
    std::vector<int> start(n + 2), from(n), to(n);
    fill(start.data(), start.size(), 3);
    fill(from.data(), from.size(), 4);
    clamped(from, start, to, n + 2);
    print("v", v.data(), n);
    print("w", w.data(), n);
    print("f", f.data(), n);
    print("to", to.data(), n);
    for (const Number<double>& each : x) std::printf("%g\n", each.x);
  }
}
