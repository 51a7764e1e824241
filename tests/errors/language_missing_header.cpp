#include "there_is_no_such_header.h"  // error: file not found
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = i;
}
