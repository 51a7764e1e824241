// `_Float16` without the array language, by names of the program's own: numbers, parts of a struct, functions,
// templates, and numbers of other types beside them.
#include "print.h"
#include <vector>

// g++ before 13 defines the macro for ARM, where only C has the type.
#if defined(__FLT16_MAX__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))
using half = _Float16;

inline float half_to_float(half h) { return float(h); }
inline half float_to_half(float f) { return half(f); }

struct alignas(4) half_pair {
  half x, y;
};

template <int VL = 2>
static void relu(const half* gradient, const half* feature, half* out, int count) {
  const int blocks = count / VL;
#pragma parallel
  for (int index = 0; index < blocks; index++) {
    const int base = index * VL;
    float g[VL], f[VL];
    for (int i = 0; i < VL; i++) g[i] = half_to_float(gradient[base + i]), f[i] = half_to_float(feature[base + i]);
    for (int i = 0; i < VL; i++) out[base + i] = float_to_half(f[i] > 0.f ? g[i] : 0.f);
  }
}

static void pairs(half_pair* x, const half_pair* bias, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    const auto b = bias[i];
    const auto s = x[i];
    const auto sum = s.x + b.x;
    const float y = float(s.y) * b.y;
    x[i] = {half(float(sum) * 0.5f), half(y)};
  }
}

template <class T>
static void add(int n, T a, const T* x, T* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = x[i] + a;
}

// `x[i]` becomes a float beside 0.25f, on the device and on the host.
static float mixed(int n, const half* x, half* y, half limit) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = x[i] > limit ? x[i] : 0.25f;
  if (n < 3) return 0;
  y[0] = n > 3 ? y[0] : 0;
  y[1] += 1;
  ++y[2];
  const float chosen = n > 2 ? y[2] : 1.5f;
  y[0] -= chosen;
  return -y[1] * 2 + (y[0] == 0 ? 1 : 0);
}

static float dot(int n, const half* x, const half* y) {
  float s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += float(x[i]) * float(y[i]);
  return s;
}

static void product(int n, const half* a, const half* b, float* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k) s += float(a[i * n + k]) * float(b[k * n + j]);
      c[i * n + j] = s;
    }
}

// What is rounded: ties, subnormal numbers, overflow.
static void rounded(int n, const double* x, const int* k, half* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = i % 2 ? half(x[i]) : half(k[i]);
}

static void show(const char* name, const std::vector<half>& values) {
  std::vector<float> wide(values.begin(), values.end());
  print(name, wide.data(), wide.size());
}
#endif

int main() {
#if defined(__FLT16_MAX__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))
  for (int n : sizes) {
    std::vector<half> x(n + 1), y(n + 1), out(n + 1);
    for (int i = 0; i <= n; ++i) x[i] = half(0.25f * (i % 9) - 1), y[i] = half(2 - 0.5f * (i % 7));
    relu(x.data(), y.data(), out.data(), n);
    show("relu", out);
    std::vector<half_pair> p(n), bias(n);
    for (int i = 0; i < n; ++i) p[i] = {x[i], y[i]}, bias[i] = {half(0.25f), half(3)};
    pairs(p.data(), bias.data(), n);
    for (int i = 0; i < n; ++i) out[i] = p[i].x, x[i] = p[i].y;
    show("pairs", out);
    show("others", x);
    add<half>(n, half(0.5f), x.data(), out.data());
    show("add", out);
    const float result = mixed(n, x.data(), out.data(), half(0.5f));
    print("mixed", &result, 1);
    show("mixed", out);
    const float sum = dot(n, x.data(), y.data());
    print("dot", &sum, 1);
    if (n <= 129) {
      std::vector<half> a(n * n), b(n * n);
      for (int i = 0; i < n * n; ++i) a[i] = half(i % 5 - 2), b[i] = half(i % 3);
      std::vector<float> c(n * n);
      product(n, a.data(), b.data(), c.data());
      print("product", c.data(), c.size());
    }
    const double hard[] = {1.00048828125, 1.00146484375, 65519, 65520, 5.9604644775390625e-8, 2.98e-8, 1e-9, 6.1e-5, -0.0, 3e300};
    const int whole[] = {2049, 2051, 65504, -65520, 70000, 1};
    std::vector<double> d(n);
    std::vector<int> k(n);
    for (int i = 0; i < n; ++i) d[i] = hard[i % 10] * (i % 3 ? 1 : -1), k[i] = whole[i % 6];
    std::vector<half> r(n);
    rounded(n, d.data(), k.data(), r.data());
    show("rounded", r);
  }
#endif
}
