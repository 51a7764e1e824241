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
