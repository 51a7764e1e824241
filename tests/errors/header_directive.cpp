// A directive in an included header that names its file stays without effect, and the source is translated.
// header-warning@4: [appyl-header]
#include "header_directive.h"
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 2 * i;
  inHeader(a, n);
}
