// Sums and products of std::complex.
#include "print.h"
#include <complex>
#include <vector>

using Complex = std::complex<double>;

static Complex sum(const Complex* z, int n) {
  Complex s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += z[i];
  return s;
}

static Complex dot(const Complex* z, const Complex* w, int n) {
  Complex s(1, -1);
#pragma parallel block(32) reduction(s)
  for (int i = 0; i < n; ++i) s = s + std::conj(z[i]) * w[i];
  return s;
}

static Complex product(const Complex* z, int n) {
  Complex p = 1;
#pragma parallel reduction(* : p)
  for (int i = 0; i < n; ++i) p *= z[i] / std::abs(z[i]);
  return p;
}

static std::complex<float> single(const Complex* z, int n) {
  std::complex<float> s;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += std::complex<float>(static_cast<float>(z[i].real()), static_cast<float>(z[i].imag())) * 0.5f;
  return s;
}

int main() {
  for (int n : sizes) {
    std::vector<Complex> z(n), w(n);
    for (int i = 0; i < n; ++i) {
      z[i] = Complex(1.0 + i % 7, 0.5 * (i % 5));
      w[i] = Complex(0.25 * (i % 3), 1.0 + i % 2);
    }
    const Complex s = sum(z.data(), n), d = dot(z.data(), w.data(), n), p = product(z.data(), n);
    const std::complex<float> f = single(z.data(), n);
    std::printf("~ %.17g %.17g\n", s.real(), s.imag());
    std::printf("~ %.17g %.17g\n", d.real(), d.imag());
    std::printf("~ %.6f %.6f\n", 2 + p.real(), 2 + p.imag());
    std::printf("~ %.9g %.9g\n", static_cast<double>(f.real()), static_cast<double>(f.imag()));
  }
}
