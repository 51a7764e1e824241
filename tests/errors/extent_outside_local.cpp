#include <array>

// Arrays that each iteration has, and counters that a size of run time does not decide.
void ends(double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double t[8];
    for (int j = 0; j <= 8; ++j) t[j] = j;  // error: [appyl-extent] index 8 of 't' is outside [0, 8)
    out[i] = t[3];
  }
}

void shifted(double* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::array<double, 8> t;
    for (int j = 0; j < 8; ++j) t[j + 1] = j;  // error: [appyl-extent] index 8 of 't' is outside [0, 8)
    out[i] = t[3];
  }
}

void begins(double* out, const double* in, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    double t[3];
    for (int j = -1; j <= 1; ++j) t[j] = in[i + j];  // error: [appyl-extent] index -1 of 't' is outside [0, 3)
    out[i] = t[2];
  }
}

void before(double* out, int n) {
  double t[8][2];
#pragma parallel
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < n; ++k) t[i][2] = k;  // error: [appyl-extent] index 2 of 't' is outside [0, 2)
  out[0] = t[0][0];
}

// Nothing is certain where a size decides.
void whereSmall(double* out, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double t[8];
    for (int j = 0; j < m; ++j) t[j] = j;
    for (int j = 0; j <= 8; ++j)
      if (j < m) t[j] += 1;
    out[i] = t[3];
  }
}

// The inner loops run in some of the iterations only.
void insideTriangle(unsigned long (&b)[3][6]) {
#pragma parallel
  for (int i = 0; i < 11; ++i)
    for (int j = i; j < 3; ++j) b[i][j + 3] = 1;
}
void insideRows(const int* rows, double (&sums)[3], const double* x) {
#pragma parallel
  for (int i = 0; i < 5; ++i)
    for (int p = rows[i]; p < rows[i + 1]; ++p) sums[i] += x[p];
}
