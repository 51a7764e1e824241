void f(double* a, int n, int m) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      a[i * m + j] = 0.5 * (a[(i - 1) * m + j] + a[i * m + j - 1]);  // error: [appyl-race] iteration i =
}
