// options: --target=cuda
// What nvcc would compile to nothing, without a word.
#include <complex>
#include <vector>

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

void cleared(Complex* z, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] = 0.0;  // error: [appyl-host-call] '=' of a complex number and a real one
}

void narrowed(const Complex* z, std::complex<float>* w, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) w[i] = std::complex<float>(z[i]);  // error: [appyl-host-call] conversions between complex types
}

void widened(Complex* z, const std::complex<float>* w, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] += w[i];  // error: [appyl-host-call] conversions between complex types
}

template <class T, class U>
void scaledBy(T* z, U factor, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] *= factor;  // error: [appyl-host-call] write z = z * x
}
void use(Complex* z, float* x, int n) { scaledBy(z, 2.0, n), scaledBy(x, 2.0f, n); }

constexpr Complex doubled(Complex z) { return z *= 2.0; }
struct Scale {
  double factor;
  constexpr Complex of(Complex z) const {
    z *= factor;
    return z;
  }
};
template <class T>
T halved(T z) {
  z /= 2.0;
  return z;
}

void inFunctions(Complex* z, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] = doubled(z[i]);  // error: [appyl-host-call] write z = z * x
}

void inMethods(Complex* z, Scale scale, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] = scale.of(z[i]);  // error: [appyl-host-call] write z = z * x
}

void inTemplates(Complex* z, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] = halved(z[i]);  // error: [appyl-host-call] write z = z / x
}

void binned(const int* k, const Complex* z, std::vector<Complex>& sums, int n) {
#pragma parallel reduction(+ : sums)  // error: [appyl-unsupported] 'sums' is reduced by atomic updates
  for (int i = 0; i < n; ++i) sums[k[i]] += z[i];
}
