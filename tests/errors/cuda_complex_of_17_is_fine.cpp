// flags: -std=c++17
// options: --target=cuda
// In C++17 the library's arithmetic of complex numbers is no 'constexpr'; the device has its own.
#include <complex>
using Complex = std::complex<double>;
void f(int n, Complex* y, const Complex* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i] - y[i] + 2.0 * Complex(1, 2) / std::conj(x[i]) - (-x[i]);
    y[i] /= std::abs(x[i]) + Complex(std::norm(x[i]), x[i].imag());
  }
}
Complex total(int n, const Complex* x) {
  Complex sum = 0;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += x[i];
  return sum;
}
