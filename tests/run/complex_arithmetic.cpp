// Complex numbers in every operator, in functions and templates that kernels call.
#include <complex>
#include <cstdio>
#include <vector>

template <class T>
static std::complex<T> square(const std::complex<T>& z) {
  return z * z;
}

namespace mine {
template <class T>
void all(const std::vector<std::complex<T>>& a, std::vector<std::complex<T>>& b, T x) {
  const int n = static_cast<int>(a.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::complex<T> z = a[i] + b[i];
    z = z * a[i] - b[i] * x + x * a[i];
    z += a[i];
    z -= b[i] + x;
    z *= std::conj(a[i]) - (x - b[i]);
    z = z + x - (x + z) * x;
    if (z == a[i] || z != b[i]) z = -z + square(z);
    b[i] = {z.imag() + std::norm(a[i]), z.real()};
  }
}
}  // namespace mine

static void quotients(const std::vector<std::complex<double>>& a, std::vector<std::complex<double>>& b) {
#pragma parallel
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::complex<double> z = a[i] / (b[i] + 1.5);
    z /= a[i] + 2.0;
    b[i] = 1.0 / (z + 3.0) + z / 7.0 + std::abs(a[i]);
  }
}

static std::complex<double> total(const std::vector<std::complex<double>>& a) {
  std::complex<double> s = 0;
#pragma parallel reduction(+ : s)
  for (std::size_t i = 0; i < a.size(); ++i) s += a[i] * a[i];
  return s;
}

template <class T>
static void try_(int n) {
  std::vector<std::complex<T>> a(n), b(n);
  for (int i = 0; i < n; ++i) a[i] = {T(i % 7) - 3, T(i % 5) / 4}, b[i] = {T(i % 3), -T(i % 4) / 2};
  mine::all(a, b, T(1.25));
  for (const auto& z : b) std::printf("%a %a\n", static_cast<double>(z.real()), static_cast<double>(z.imag()));
}

int main() {
  for (int n : {0, 1, 20, 300}) {
    try_<float>(n);
    try_<double>(n);
    std::vector<std::complex<double>> a(n), b(n);
    for (int i = 0; i < n; ++i) a[i] = {i % 7 - 3.5, i % 5 / 4.0}, b[i] = {i % 3 + 0.25, -(i % 4) / 2.0};
    quotients(a, b);
    for (const auto& z : b) std::printf("~ %.12g %.12g\n", z.real(), z.imag());
    std::printf("~ %.12g %.12g\n", total(a).real(), total(a).imag());
  }
}
