// options: --target=cuda
#include <complex.h>

void scaled(double _Complex *z, double factor, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) z[i] = z[i] * factor;  // error: [appyl-host-call] '_Complex'
}
