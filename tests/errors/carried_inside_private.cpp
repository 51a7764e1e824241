// An array of which each iteration of the outer loop has its own is one for the iterations of the inner loop.
void found(const int* a, int* y, int n) {
  int w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 64; ++k) w[k] = i;
#pragma parallel
    for (int k = 1; k < 64; ++k) w[k] = w[k - 1] + a[k];  // error: [appyl-race] iteration (i = 0, k = 2) reads w[1], which iteration (i = 0, k = 1) writes
    y[i] = w[62];
  }
}
void named(const int* a, int* y, int n) {
  int w[64];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 64; ++k) w[k] = i;
#pragma parallel
    for (int k = 1; k < 64; ++k) w[k] = w[k - 1] + a[k];  // error: [appyl-race] iteration (i = 0, k = 2) reads w[1], which iteration (i = 0, k = 1) writes
    y[i] = w[62];
  }
}
void independent(const int* a, int* y, int n) {
  int w[64];
#pragma parallel private(w)
  for (int i = 0; i < n; ++i) {
#pragma parallel
    for (int k = 0; k < 64; ++k) w[k] = a[k];
    y[i] = w[62];
  }
}
