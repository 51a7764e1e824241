// Of quotients by sizes only t / m * m + t % m is known to be t; nothing is assumed that would leave one row.
void swapped(double (*a)[10], int n, int m) {
#pragma parallel
  for (int t = 0; t < n; ++t) a[t / m][(t + 1) % m] = t;  // warning: [appyl-unproved] is not affine
}

void onlyColumn(double (*a)[10], int n, int m) {
#pragma parallel
  for (int t = 0; t < n; ++t) a[t % m][t % m] = t;  // warning: [appyl-unproved] is not affine
}

void otherRows(double* a, int n, int m) {
#pragma parallel
  for (int t = 0; t < n; ++t) a[t / m * 2 + t % m] = t;  // warning: [appyl-unproved] is not affine
}

void rows(double* a, int n, int m) {
#pragma parallel
  for (int t = 0; t < n; ++t) a[t / m * m + t % m] = t;
}

// Whether a ring is written to more than once round is not known.
void ring(double* a, const double* b, int n, int head, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[(head + i) % m] = b[i];  // warning: [appyl-unproved] is not affine
}

void transposingWrongly(double* a, int m, int n) {
#pragma parallel
  for (int t = 0; t < m * n; ++t) a[t % m * n + t / n] = t;  // warning: [appyl-unproved] is not affine
}
