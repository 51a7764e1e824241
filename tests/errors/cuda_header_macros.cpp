// options: --target=cuda
// A function of a header is copied behind the include, where its macros may be gone.
#include "late_macro.h"

void scale(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = stepped(a[i]);  // error: [appyl-host-call] the macro 'STEP' is something else
}
