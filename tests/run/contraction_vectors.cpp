// Products of a matrix and a vector in the forms that people write them in, of small whole numbers, whose sums are exact
// in any order.
#include "print.h"
#include <appyl/view.hpp>
#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

template <class T>
static std::vector<T> values(std::size_t n, unsigned seed) {
  std::vector<T> result(n);
  fill(result.data(), n, seed);
  return result;
}

static void rows(const float* a, const float* x, float* y, int m, int n) {
#pragma parallel block(64)
  for (int i = 0; i < m; ++i) {
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * x[k];
    y[i] = sum;
  }
}

static void intoTheElement(const double* a, const double* x, double* y, std::size_t m, std::size_t n) {
#pragma parallel
  for (std::size_t i = 0; i < m; ++i) {
    y[i] = 0;
    for (std::size_t k = 0; k < n; ++k) y[i] += x[k] * a[i * n + k];
  }
}

// Down the columns, added to what there is, times a factor.
static void columns(const double* a, const std::vector<double>& x, std::vector<double>& y, int m, int n, double alpha) {
#pragma parallel
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) y[j] += alpha * a[i * n + j] * x[i];
}

// A part of a matrix whose rows are longer, of every second element of x; what is stored is a function of the sum.
static void parts(const float* a, const float* x, const float* bias, float* y, int m, int n, int pitch) {
#pragma parallel
  for (int i = 1; i <= m - 1; ++i) {
    float sum = bias[i - 1];
    for (int k = 2; k < n; ++k) sum += a[i * pitch + k] * x[2 * k + 1];
    sum = sum > 0 ? sum : sum / 8;
    y[3 * i] = sum + y[3 * i] * i;
  }
}

static void scaled(appyl::view<const double, 2> a, appyl::view<const double, 1> x, appyl::view<double, 1> y, double beta) {
#pragma parallel
  for (int i = 0; i < y.extent(0); ++i) {
    y(i) *= beta;
    for (int k = 0; k < x.extent(0); ++k) y(i) -= a(i, k) * x(k);
  }
}

constexpr int width = 40;
static void batch(const int (*a)[width], const int (*x)[width], short* y, int count, int m) {
#pragma parallel
  for (int b = 0; b < count; ++b)
#pragma parallel
    for (int i = 0; i < m; ++i) {
      int sum = 5;
      for (int k = 0; k < width; ++k) sum -= a[b * m + i][k] * x[b][k];
      y[b * m + i] = static_cast<short>(sum % 1000);
    }
}

template <class T>
static void stripes(const T* a, const T* x, T* y, long m, long n) {
#pragma parallel
  for (long i = 0; i < m; ++i) {
    T sum = T();
    for (long k = 0; k < n; ++k) sum += a[i + k * m] * x[k];
    y[i] = sum;
  }
}

// The rows have terms in common.
static void convolution(const float* a, const float* x, float* y, int m, int taps) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    float sum = 0;
    for (int k = 0; k < taps; ++k) sum += a[i + k] * x[k];
    y[i] = sum;
  }
}

int main() {
#ifdef ON_DEVICE
  for (int m : {0, 1, 5, 20})
    for (int n : {0, 1, 3, 18}) {
#else
  for (int m : {0, 1, 5, 20, 64, 517, 1200})
    for (int n : {0, 1, 3, 18, 65, 530}) {
#endif
      const auto a = values<float>(m * (n + 3), 1);
      const auto d = values<double>(m * n, 2);
      const auto x = values<float>(2 * n + 2 * m + 2, 3), bias = values<float>(m, 4);
      const auto u = values<double>(n + m, 5);
      std::vector<float> y(3 * m, 0.5f);
      std::vector<double> z(n + m, -0.25);
      rows(a.data(), x.data(), y.data(), m, n);
      print("rows", y.data(), y.size());
      parts(a.data(), x.data(), bias.data(), y.data(), m, n, n + 3);
      print("parts", y.data(), y.size());
      intoTheElement(d.data(), u.data(), z.data(), m, n);
      print("element", z.data(), z.size());
      columns(d.data(), u, z, m, n, 0.75);
      print("columns", z.data(), z.size());
      scaled({d.data(), {m, n}}, {u.data(), {n}}, {z.data(), {m}}, -0.5);
      print("scaled", z.data(), z.size());
      stripes(d.data(), u.data(), z.data(), m, n);
      print("stripes", z.data(), z.size());
      if (n > 0 && m > 0) convolution(a.data(), x.data(), y.data(), m, n > 3 ? 3 : n);
      print("convolution", y.data(), y.size());
    }
  const int count = 7, m = 9;
  std::vector<int> a(count * m * width), x(count * width);
  fill(a.data(), a.size(), 6);
  fill(x.data(), x.size(), 7);
  std::vector<short> y(count * m);
  batch(reinterpret_cast<const int(*)[width]>(a.data()), reinterpret_cast<const int(*)[width]>(x.data()), y.data(), count, m);
  print("batch", y.data(), y.size());
}
