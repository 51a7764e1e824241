// Products of matrices that go to tensor cores on a device: halves, bfloat16, floats as the option allows, and
// doubles, in all layouts, with factors, starts and tails. All values are exact.
// options: --fast-math=tf32
#include <appyl/half.hpp>
#include <appyl/view.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using appyl::bfloat16;
using appyl::half;

template <class T>
static std::vector<T> numbers(int count, int range) {
  std::vector<T> result(count);
  for (int i = 0; i < count; ++i) result[i] = static_cast<T>(static_cast<float>(i * 7 % range - range / 2));
  return result;
}

template <class T>
static void print(const char* name, const std::vector<T>& values) {
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k)
    sum += static_cast<double>(static_cast<float>(values[k])) * static_cast<double>(k % 11 + 1);
  std::printf("%s %.6f\n", name, sum);
}

// c = max(0, a b + bias)
static void layer(const float* a, const float* b, const float* bias, float* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float sum = bias[j];
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum > 0 ? sum : 0;
    }
}

// c = beta c + alpha a' b'
static void scaled(const double* a, const double* b, double* c, double alpha, double beta, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      c[i * n + j] *= beta;
      for (int p = 0; p < k; ++p) c[i * n + j] += alpha * a[p * m + i] * b[j * k + p];
    }
}

// The factor is rounded with nothing.
static void scaledHalves(const half* a, const half* b, float* c, float alpha, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p)
        c[j * m + i] += alpha * static_cast<float>(a[p * m + i]) * static_cast<float>(b[p * n + j]);
}

static void ofViews(appyl::view<const half, 2> a, appyl::view<const half, 2> b, appyl::view<half, 2> c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < k; ++p) sum += static_cast<float>(a(i, p)) * static_cast<float>(b(p, j));
      c(i, j) = static_cast<half>(static_cast<float>(c(i, j)) - sum);
    }
}

static void ofBrains(const bfloat16* a, const bfloat16* b, bfloat16* c, const bfloat16* bias, float beta, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float sum = beta * c[i * n + j];
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[j * k + p];
      c[i * n + j] = sum + bias[j];
    }
}

template <class T>
static void products(const T* a, const T* b, T* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      T sum = 0;
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

int main() {
  for (const int size : {0, 1, 24, 67}) {
    const int m = size + 2, n = size, k = size == 1 ? 0 : size + 5, most = (m + 3) * (n + 3) * 2 + (k + 3) * (m + n + 3);
    const auto a = numbers<float>(most, 9), b = numbers<float>(most, 5);
    auto c = numbers<float>(most, 7);
    layer(a.data(), b.data(), a.data() + 3, c.data(), m, n, k);
    print("layer", c);
    const auto wideA = numbers<double>(most, 9), wideB = numbers<double>(most, 5);
    auto wideC = numbers<double>(most, 7);
    scaled(wideA.data(), wideB.data(), wideC.data(), 0.5, 3, m, n, k);
    print("scaled", wideC);
    const auto halfA = numbers<half>(most, 5), halfB = numbers<half>(most, 3);
    auto halfC = numbers<half>(most, 7);
    scaledHalves(halfA.data(), halfB.data(), c.data(), 0.125f, m, n, k);
    print("scaled halves", c);
    ofViews({halfA.data(), {m, k}}, {halfB.data(), {k, n}}, {halfC.data(), {m, n}}, m, n, k);
    print("views", halfC);
    const auto brainA = numbers<bfloat16>(most, 3), brainB = numbers<bfloat16>(most, 5);
    auto brainC = numbers<bfloat16>(most, 7);
    ofBrains(brainA.data(), brainB.data(), brainC.data(), brainB.data() + 1, 2, m, n, k);
    print("brains", brainC);
    products(a.data(), b.data(), c.data(), m, n, k);
    products(wideA.data(), wideB.data(), wideC.data(), m, n, k);
    print("floats", c), print("doubles", wideC);
  }
}
