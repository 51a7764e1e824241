// A loop of which nobody knows whether it runs at all leaves what another iteration has put there.
void leftByOther(int* y, int n, int m, int t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) t = k;  // error: [appyl-race] 't' carries a value
    y[i] = t;
    t = i;
  }
}
void leftByOtherLoop(int* y, int n, int m, int l, int t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) t = k;  // error: [appyl-race] 't' carries a value
    y[i] = t;
    for (int k = 0; k < l; ++k) t = i;
  }
}
void leftInNested(int* y, int n, int m, int l, int t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j) t = k;  // error: [appyl-race] 't' carries a value
    y[i] = t;
    for (int k = 0; k < l; ++k) t = i;
  }
}
void sameLoops(int* y, int n, int m, int t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) t = k;
    y[i] = t;
    for (int k = 0; k < m; ++k) t = i;
  }
}

double nested(const double* x, double* y, int n, int m, double t) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) {
      t = 0;
      for (int l = 0; l < m; ++l) t += x[l] * k;
      y[i * m + k] = t;
    }
  return t;
}
void shorter(const double* x, double* y, int n, int m, double t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < m; ++k) t = x[i] + k;
    y[i] = t;
    for (int k = 1; k < m; ++k) t = x[i] * k;
  }
}
