// The same in a source without a directive of its own.
// header-warning@4: [appyl-header]
#include "header_directive.h"
void f(int* a, int n) { inHeader(a, n); }
