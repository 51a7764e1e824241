// The code for the device is C++, which a source in C has to be, too.
// options: --target=cuda
void rows(int n, int m, double a[n][m]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i][j] = i;  // error: [appyl-unsupported] 'a' has a variable length
}

void own(int n, double* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double t[n];
    for (int j = 0; j < n; ++j) t[j] = i;  // error: [appyl-unsupported] 't' has a variable length
    x[i] = t[n - 1];
  }
}

// An array of numbers is a pointer to them in the kernel.
void numbers(int n, double* x) {
  double t[n];
#pragma parallel
  for (int i = 0; i < n; ++i) t[i] = x[i];
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = t[n - 1 - i];
}
