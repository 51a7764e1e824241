// Each iteration may read an element that it has not written: by strides, halves, conditions, turns, empty loops.
void gaps(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)'
    for (int j = 0; j < m; j += 2) w[j] = x[i + j];  // error: [appyl-race] w[0]
    for (int j = 0; j < m; ++j) y[i] += w[j];
  }
}
void halfWritten(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)'
    for (int j = 0; j < m / 2; ++j) w[j] = x[i + j];  // error: [appyl-race] w[0]
    for (int j = 0; j < m - m / 2; ++j) y[i] += w[j];
  }
}
void breaks(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) { if (x[i + j] < 0) break; w[j] = x[i + j]; }  // warning: [appyl-unproved]
    for (int j = 0; j < m; ++j) y[i] += w[j];
  }
}
void conditional(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)'
    for (int j = 0; j < m; ++j) if (j != 3) w[j] = x[i + j];  // error: [appyl-race] w[0]
    for (int j = 0; j < m; ++j) y[i] += w[j];
  }
}
void before(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i)  // note: 'private(w)'
    for (int t = 0; t < 3; ++t) {
      for (int j = 0; j < m; ++j) y[i] += w[j];  // note: the other access is 
      for (int j = 0; j < m; ++j) w[j] = x[i + j + t];  // error: [appyl-race] w[0]
    }
}
void laterTurn(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i)  // note: 'private(w)'
    for (int j = 0; j < m; ++j) {
      if (j > 0) y[i] += w[j];  // note: the other access is 
      w[j] = x[i + j];  // error: [appyl-race] w[1]
    }
}
void reversed(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i)  // note: 'private(w)'
    for (int j = m - 1; j >= 0; --j) {
      w[j] = x[i + j];  // error: [appyl-race] w[0]
      if (j > 0) y[i] += w[j - 1];
    }
}
void triangle(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)'
    for (int j = 0; j < i && j < 64; ++j) w[j] = x[i + j];  // error: [appyl-race] w[0]
    for (int j = 0; j <= i && j < 64; ++j) y[i] += w[j];
  }
}
void truncated(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)'
    for (int j = 0; j < m; ++j) w[j] = x[i + j];  // error: [appyl-race] w[0]
    for (int j = -3; j < m; ++j) y[i] += w[(j + 4) / 2];
  }
}
void empty(int n, int m, int k, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)'
    for (int j = 0; j < m; ++j) w[j] = x[i + j];  // error: [appyl-race] w[0]
    y[i] = w[0];
  }
}
void notEqual(int n, int m, int k, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)'
    for (int j = k; j != m; ++j) w[j] = x[i + j];  // error: [appyl-race] w[0]
    for (int j = 0; j < m; ++j) y[i] += w[j];
  }
}
void inner(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i)  // note: 'private(w)'
#pragma parallel
    for (int l = 0; l < 3; ++l) {  // note: 'private(w)'
      if (l == 0) for (int j = 0; j < 4; ++j) w[j] = x[i + j];  // error: [appyl-race] w[0]  // error: [appyl-race] w[2]
      y[i * 3 + l] = w[2];  // note: the other access is 
    }
}
void diagonal(int n, int m, const double* x, double* y) {
  double w[8][8];
#pragma parallel
  for (int i = 0; i < n; ++i) {  // note: 'private(w)'
    for (int j = 0; j < 8; ++j) for (int k = 0; k <= j; ++k) w[j][k] = x[i + j + k];  // error: [appyl-race] w[0][0]
    for (int j = 0; j < 8; ++j) for (int k = 0; k < 8; ++k) y[i] += w[j][k];
  }
}
void dependent(int n, int m, const int* at, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) w[at[j]] = x[i + j];  // warning: [appyl-unproved]
    for (int j = 0; j < m; ++j) y[i] += w[at[j]];
    y[i] += w[0];
  }
}
void whileLoop(int n, int m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int j = 0;
    while (j < m && x[i + j] > 0) { w[j] = x[i + j]; ++j; }  // warning: [appyl-unproved]
    for (int k = 0; k < m; ++k) y[i] += w[k];
  }
}
void unsignedWrap(int n, unsigned m, const double* x, double* y) {
  double w[64];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (unsigned j = 0; j + 1 < m; ++j) w[j] = x[i + j];  // warning: [appyl-unproved]
    for (unsigned j = 0; j < m - 1; ++j) y[i] += w[j];
  }
}
