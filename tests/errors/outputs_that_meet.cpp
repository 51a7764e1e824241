// Functions of the library that are told to write to the same place, or to what another iteration reads.
#include <cmath>

void samePlace(const double* x, double* fraction, double* whole, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) fraction[i] = std::modf(x[i], &whole[0]);  // error: [appyl-race] iterations i = 0 and i = 1 both write whole[0]
}
void next(double* x, int* exponent, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = std::frexp(x[i], &exponent[i]) + exponent[i + 1];  // error: [appyl-race] iteration i = 0 reads exponent[1], which iteration i = 1 writes
}
void table(const double* x, double* fraction, double** whole, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) fraction[i] = std::modf(x[i], whole[i]);  // warning: [appyl-unproved] the iterations of 'i' are not proved independent: any element of 'whole' may be touched
}
