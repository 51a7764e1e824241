// Operators of the program's own in loops: those that others are computed by, in templates, of objects from outside,
// of elements.
// flags: -std=c++20
#include "print.h"
#include <compare>
#include <vector>

struct V {
  float x, y;
  V operator+(const V& o) const { return {x + o.x, y + o.y}; }
  V operator-() const { return {-x, -y}; }
  bool operator==(const V& o) const { return x == o.x; }
  float dot(const V& o) const { return x * o.x + y * o.y; }
};
static V operator*(float s, const V& v) { return {s * v.x, s * v.y}; }
struct Key {
  int k;
  bool operator==(int other) const { return k == other; }
};
struct Pair {
  int a, b;
};
static std::strong_ordering operator<=>(const Pair& l, const Pair& r) { return l.a != r.a ? l.a <=> r.a : l.b <=> r.b; }
static bool operator==(const Pair& l, const Pair& r) { return l.a == r.a && l.b == r.b; }
static std::strong_ordering operator<=>(const Pair& l, int r) { return l.a <=> r; }
struct Step {
  int k;
  Step& operator++() { return ++k, *this; }
  Step operator++(int) {
    Step before{k};
    ++k;
    return before;
  }
};

// a != b is !(a == b), 0 == a is a == 0, a < b is (a <=> b) < 0.
static void compared(int n, const V* v, const Key* k, const Pair* p, int* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int z = 0;
    if (v[i] != v[n - 1 - i]) z |= 1;
    if (v[i] == v[0]) z |= 2;
    if (k[i] != 2) z |= 4;
    if (3 == k[i]) z |= 8;
    if (4 != k[i]) z |= 16;
    if (p[i] < p[n - 1 - i]) z |= 32;
    if (p[i] >= p[0]) z |= 64;
    if ((p[i] <=> p[0]) < 0) z |= 128;
    if (p[i] != p[n / 2]) z |= 256;
    if (1 < p[i]) z |= 512;
    if (p[i] not_eq p[n - 1]) z |= 1024;
    Step s{z};
    ++s, s++;
    out[i] = s.k;
  }
}

// Only an instance shows whether there are functions.
template <class T>
static T between(T a, T b, float t) {
  return (1 - t) * a + t * b;
}
template <class T>
static bool differs(T a, T b) {
  return a != b;
}
template <class T>
struct Complex {
  T re, im;
  Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
};
template <class T>
static void multiply(int n, const Complex<T>* a, Complex<T>* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a[i] * b[i];
}
template <class T>
static void combine(int n, T* a, float* dots) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = a[i] + a[i];
    dots[i] = a[i].dot(a[i]);
  }
}
static void templates(int n, float* s, V* v, const Pair* p, int* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s[i] = between(s[i], 2.f, .5f) + differs(s[i], 2.f);
    v[i] = between(v[i], v[i], .25f);
    out[i] = differs(p[i], p[0]);
  }
}

// The object goes along as a whole.
struct Linear {
  float a[2];
  float operator*(float t) const {
    float s = 0;
    for (int i = 0; i < 2; ++i) s += a[i] * t;
    return s;
  }
};
static void outside(int n, V* v, float* s, const V& c, Linear line) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (c == v[i]) v[i] = -c;
    v[i] = c + v[i];
    s[i] = line * s[i];
  }
}

// What operators return has no name, and is no array that could be copied.
struct Triple {
  double e[3];
  double dot(const Triple& o) const { return e[0] * o.e[0] + e[1] * o.e[1] + e[2] * o.e[2]; }
};
static Triple operator+(const Triple& u, const Triple& v) { return {u.e[0] + v.e[0], u.e[1] + v.e[1], u.e[2] + v.e[2]}; }
static Triple operator*(double s, const Triple& v) { return {s * v.e[0], s * v.e[1], s * v.e[2]}; }
static Triple moved(const Triple* all, int k, const Triple& by) {
  const Triple& one = all[k];
  return one + (2 * one + by);
}
struct Camera {
  Triple origin, direction;
  void rays(int n, const Triple* stars, Triple* out) const {
#pragma parallel shape(stars[n])
    for (int i = 0; i < n; ++i) {
      const Triple ray = origin + i * direction;
      out[i] = moved(stars, i, ray + ray) + (ray.dot(2 * ray)) * stars[i];
    }
  }
};

int main() {
  for (int n : {1, 5, 130}) {
    std::vector<V> v(n);
    std::vector<Key> k(n);
    std::vector<Pair> p(n);
    std::vector<int> out(n);
    std::vector<float> s(n), dots(n);
    std::vector<Complex<double>> a(n), b(n);
    for (int i = 0; i < n; ++i) {
      v[i] = {static_cast<float>(i % 4), 2}, k[i] = {i % 5}, p[i] = {i % 3, i % 4};
      s[i] = i % 3, a[i] = {1. * i, 2}, b[i] = {1, 1. * i};
    }
    compared(n, v.data(), k.data(), p.data(), out.data());
    print("compared", out.data(), n);
    templates(n, s.data(), v.data(), p.data(), out.data());
    multiply(n, a.data(), b.data());
    combine(n, v.data(), dots.data());
    outside(n, v.data(), s.data(), {2, 3}, {{1, 2}});
    print("templates", out.data(), n);
    print("products", &b[0].re, 2 * n);
    print("dots", dots.data(), n);
    print("vectors", &v[0].x, 2 * n);
    print("numbers", s.data(), n);
    std::vector<Triple> stars(n, Triple{{1, 2, 3}}), rays(n);
    Camera{{{1, 1, 1}}, {{1, 2, 2}}}.rays(n, stars.data(), rays.data());
    print("rays", &rays[0].e[0], 3 * n);
  }
}
