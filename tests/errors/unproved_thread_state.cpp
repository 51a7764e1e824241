// What functions of the library leave behind for others: the sign of the gamma function, and what each thread has
// of its own.
#include <cerrno>
#include <cfenv>
#include <cmath>

void sign(double* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = std::lgamma(b[i]);  // warning: [appyl-unproved] 'lgamma' does input or output or keeps state between calls
    b[i] = signgam;
  }
}

void flags(double* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = 1 / b[i];
    b[i] = std::fetestexcept(FE_INEXACT);  // warning: [appyl-unproved] 'fetestexcept' does input or output or keeps state between calls
  }
}

void held(double* a, const double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fenv_t environment;
    std::feholdexcept(&environment);  // warning: [appyl-unproved] 'feholdexcept' does input or output or keeps state between calls
    a[i] = 1 / b[i];
  }
}

int direction() { return std::fegetround(); }
void asked(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = direction();  // warning: [appyl-unproved] 'fegetround' does input or output or keeps state between calls
}

void rounded(double* a, const double* b, int n) {
  std::fesetround(FE_UPWARD);
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 1 / b[i];  // warning: [appyl-unproved] 'fesetround' is about one thread
  std::fesetround(FE_TONEAREST);
}

int flagsBehind(double* a, const double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 1 / b[i];  // warning: [appyl-unproved] 'fetestexcept' is about one thread
  return std::fetestexcept(FE_DIVBYZERO);
}

int errorBehind(double* a, const double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = std::log(b[i]);  // warning: [appyl-unproved] each thread has its own 'errno'
  return errno;
}

int errorOfOthers(double* a, const double* b, int n) {
  errno = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b[i];
  return errno;
}
