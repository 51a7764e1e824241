// Products in templates call a kernel for the types that it has, and stay loops for others.
#include "print.h"
#include <array>
#include <complex>
#include <vector>

// No kernel knows what it is multiplied by.
struct Modular {
  int value;
  constexpr Modular(int v = 0) : value(v % 7) {}
  constexpr Modular& operator+=(Modular y) { return *this = Modular(value + y.value); }
  friend constexpr Modular operator*(Modular x, Modular y) { return {x.value * y.value}; }
};

template <class T>
void multiply(const T* a, const T* b, T* c, int n, int m, int k) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      T sum = 0;
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * m + j];
      c[i * m + j] = sum;
    }
}
template <class Real>
struct Matrix {
  std::vector<Real> data;
  int rows, columns;

  void addProduct(const std::vector<Real>& a, const std::vector<Real>& b, int k) {
#pragma parallel
    for (int i = 0; i < rows; ++i)
      for (int p = 0; p < k; ++p) {
        const Real x = a[i * k + p];
        for (int j = 0; j < columns; ++j) data[i * columns + j] += x * b[p * columns + j];
      }
  }
};
template <class T>
void rowsBesideVector(const std::vector<T>& a, const T* x, T* y, int n) {
  int i;
#pragma parallel
  for (i = 0; i < n; ++i) {
    T sum = y[i];
    for (int j = 0; j < n; ++j) sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}
// What float is multiplied by is a double.
template <class T>
void halves(const T* a, const T* b, T* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      T sum = 0;
      for (int p = 0; p < n; ++p) sum += 0.1 * a[i * n + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}

static long long whole(int x) { return x; }
static long long whole(float x) { return static_cast<long long>(x); }
static long long whole(double x) { return static_cast<long long>(x); }
static long long whole(long x) { return x; }
static long long whole(Modular x) { return x.value; }
static long long whole(std::complex<double> x) { return static_cast<long long>(x.real() * 1000 + x.imag()); }

template <class T>
void show(const char* what, const std::vector<T>& values) {
  std::vector<long long> numbers;
  for (const T& each : values) numbers.push_back(whole(each));
  print(what, numbers.data(), numbers.size());
}

template <class T>
void all(const char* type, int n, int m, int k) {
  std::vector<int> small(static_cast<std::size_t>(n) * k + static_cast<std::size_t>(k) * m);
  fill(small.data(), small.size(), 5);
  std::vector<T> a, b, c(static_cast<std::size_t>(n) * m, T(3));
  for (int i = 0; i < n * k; ++i) a.push_back(T(small[i] + 60));
  for (int i = 0; i < k * m; ++i) b.push_back(T(small[n * k + i] + 51));
  multiply(a.data(), b.data(), c.data(), n, m, k);
  show(type, c);
  Matrix<T> sum{c, n, m};
  sum.addProduct(a, b, k);
  show(type, sum.data);
  const int side = n < k ? n : k;
  std::vector<T> y(side, T(2));
  rowsBesideVector(a, a.data(), y.data(), side);
  show(type, y);
}

int main() {
  for (const auto& [n, m, k] : {std::array{0, 3, 2}, {5, 0, 4}, {4, 5, 0}, {1, 1, 1}, {33, 17, 65}, {70, 96, 40}}) {
    all<int>("int", n, m, k);
    all<float>("float", n, m, k);
    all<double>("double", n, m, k);
    all<long>("long", n, m, k);
    all<Modular>("modular", n, m, k);
    all<std::complex<double>>("complex", n, m, k);
  }
  std::vector<float> a(25 * 25), b(25 * 25), c(25 * 25);
  fillFraction(a.data(), a.size(), 1), fillFraction(b.data(), b.size(), 2);
  halves(a.data(), b.data(), c.data(), 25);
  print("halves", c.data(), c.size());
}
