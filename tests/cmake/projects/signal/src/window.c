#include "signal/window.h"

void signal_window(int n, double *w) {
  int i;
#pragma parallel
  for (i = 0; i < n; i++) {
    const int distance = 2 * i < n ? n - 1 - 2 * i : 2 * i - n + 1;
    w[i] = 1.0 - (double)distance / n;
  }
}
