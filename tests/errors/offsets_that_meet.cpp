// Offsets from outside that differ keep no two iterations apart.
void offsets(float* a, int n, int p, int q) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i + p] = a[i + q] + 1;  // error: [appyl-race] iteration i = 1 reads a[1], which iteration i = 0 writes
}
void rows(float* a, int n, int m, int p, int q) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[(i + p) * m + j] = a[(i + q) * m + j] + 1;  // error: [appyl-race] which iteration i = 0 writes
}
