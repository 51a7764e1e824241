/* A pointer into rows of a length of run time may leave its row, as one into rows of a constant length may. */
void flat(int n, int m, double (*a)[m]) {
  double* f = &a[0][0];
#pragma parallel
  for (int i = 0; i < n; ++i) f[i * m] = a[i + 1][0];  // warning: [appyl-unproved] a pointer may walk over the rows of 'a'
}

void withinItsRow(int n, int m, double (*a)[m]) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double* row = a[i];
    for (int j = 0; j < m; ++j) row[j] = j;
  }
}
