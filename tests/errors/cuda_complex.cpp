// options: --target=cuda
// What nvcc would compile to nothing, without a word.
#include <complex>

using Complex = std::complex<double>;

void exponentials(Complex* z, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] = std::exp(z[i]);  // error: [appyl-host-call] 'exp' of complex numbers
}

void turned(Complex* z, const double* angle, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] = std::polar(1.0, angle[i]);  // error: [appyl-host-call] 'polar' of complex numbers
}

void scaled(Complex* z, double factor, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] *= factor;  // error: [appyl-host-call] write z = z * x
}
