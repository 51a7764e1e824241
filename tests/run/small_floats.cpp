// Numbers of two bytes in loops: calculated with as floats, by operators, assignments, functions and
// conditions, in sums and products. All values are exact.
#include <appyl/half.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using appyl::bfloat16;
using appyl::half;

template <class T>
static void print(const char* name, const std::vector<T>& values) {
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k)
    sum += static_cast<double>(static_cast<float>(values[k])) * static_cast<double>(k % 7 + 1);
  std::printf("%s %.6f\n", name, sum);
}

constexpr float plusOne(float x) { return x + 1; }
static float twice(bfloat16 x) { return static_cast<float>(x) * 2.0f; }
static half rounded(float x) { return static_cast<half>(x); }

static void ofBrains(const std::vector<bfloat16>& a, const std::vector<bfloat16>& b, std::vector<bfloat16>& c,
                     std::vector<float>& z, float f, int n) {
  const bfloat16 *x = a.data(), *y = b.data();
  bfloat16* to = c.data();
  float* out = z.data();
#pragma parallel
  for (int i = 0; i < n; ++i) {
    to[i] = x[i] * y[i] + f;
    out[i] = x[i] * y[i];  // not rounded to a bfloat16 in between
    if (x[i] < y[i]) to[i] = x[i];
    to[i] += 1;
    to[i] *= y[i] - 1;
    to[i] -= f;
    out[i] += i * x[i] - 2.0 * y[i];
    out[i] += x[i] > 0 ? x[i] : y[i];
    const bfloat16 own = -x[i];
    out[i] += own + twice(own) + std::fabs(own) + plusOne(own);
    const bool isThere = x[i];
    const int whole = static_cast<int>(x[i]);
    if (isThere && y[i]) out[i] += whole;
    out[i] += static_cast<float>(x[i]) + static_cast<float>((y[i])) + float(x[i]);
  }
}

static void ofHalves(const std::vector<half>& a, std::vector<half>& b, std::vector<float>& z, float f, int n) {
  const half* x = a.data();
  half* y = b.data();
  float* out = z.data();
#pragma parallel
  for (int i = 0; i < n; ++i) {
    y[i] = static_cast<half>(x[i] * f + y[i]);
    out[i] = x[i] * 2.0f;
    if (x[i] > 0.5) out[i] -= x[i];
    const half own = rounded(out[i]);
    y[i] = own > x[i] ? own : x[i];
    out[i] += static_cast<float>(own) + std::sqrt(std::fabs(static_cast<float>(x[i]) * static_cast<float>(x[i])));
  }
}

static float sums(const std::vector<bfloat16>& a, std::vector<bfloat16>& g, int n, int m) {
  const bfloat16* x = a.data();
  bfloat16* to = g.data();
  float sum = 0, most = -1e30f;
#pragma parallel reduction(+ : sum) reduction(max : most)
  for (int i = 0; i < n; ++i) {
    sum += x[i] * x[i];
    most = std::fmax(most, x[i]);
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float own = 0;
    for (int k = 0; k < m; ++k) own += x[k] * x[i];
    to[i] = own;
  }
  return sum + most;
}

static half extremes(const std::vector<half>& x, int n) {
  half least = half(1000), most = half(-1000), sum = half(0);
#pragma parallel reduction(min : least) reduction(max : most) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    least = x[i] < least ? x[i] : least;
    if (x[i] > most) most = x[i];
    sum += x[i];
  }
  return static_cast<half>(static_cast<float>(least) + 2 * static_cast<float>(most) + static_cast<float>(sum));
}

// a and b: m x k, k x n; products of pairs, whose sums are floats.
template <class T, class C>
static void products(const T* a, const T* b, C* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < k; ++p)
        sum += static_cast<float>(a[i * k + p]) * static_cast<float>(b[p * n + j]);
      c[i * n + j] = static_cast<C>(sum);
    }
}

static void brainProducts(const bfloat16* a, const bfloat16* b, bfloat16* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float sum = c[i * n + j];
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[j * k + p];
      c[i * n + j] = sum;
    }
}

int main() {
  for (const int n : {0, 1, 37, 300}) {
    std::vector<bfloat16> a(n), b(n), c(n), g(n);
    std::vector<half> h(n), k(n);
    std::vector<float> z(n), w(n);
    for (int i = 0; i < n; ++i) {
      a[i] = static_cast<bfloat16>(static_cast<float>(i % 9 - 4)), b[i] = static_cast<bfloat16>(static_cast<float>(i % 5 - 1));
      h[i] = static_cast<half>(static_cast<float>(i % 11 - 5)), k[i] = static_cast<half>(0.25f * static_cast<float>(i % 3));
    }
    ofBrains(a, b, c, z, 0.5f, n);
    ofHalves(h, k, w, 2.0f, n);
    print("c", c), print("z", z), print("k", k), print("w", w);
    std::printf("%.3f\n", static_cast<double>(sums(a, g, n, n < 9 ? n : 9)));
    print("g", g), print("extremes", std::vector<half>{extremes(h, n)});
  }
  for (const int n : {1, 17, 70}) {
    const int m = n + 3, k = 2 * n + 1;
    std::vector<half> a(m * k), b(k * n), c(m * n);
    std::vector<bfloat16> d(m * k), e(n * k), f(m * n);
    std::vector<float> z(m * n);
    for (int i = 0; i < m * k; ++i) {
      a[i] = static_cast<half>(static_cast<float>(i % 5 - 2));
      d[i] = static_cast<bfloat16>(static_cast<float>(i % 3 - 1));
    }
    for (int i = 0; i < n * k; ++i) {
      b[i] = static_cast<half>(static_cast<float>(i % 7 - 3));
      e[i] = static_cast<bfloat16>(static_cast<float>(i % 3));
    }
    for (int i = 0; i < m * n; ++i) f[i] = static_cast<bfloat16>(static_cast<float>(i % 4));
    products(a.data(), b.data(), c.data(), m, n, k);
    products(a.data(), b.data(), z.data(), m, n, k);
    brainProducts(d.data(), e.data(), f.data(), m, n, k);
    print("products", c), print("products", z), print("products", f);
  }
}
