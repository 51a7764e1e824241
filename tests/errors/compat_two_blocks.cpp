// options: --appyl-compat
void f(int* a, int n, int m) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i)
#pragma parallel block(16)  // error: [appyl-compat]
    for (int j = 0; j < m; ++j) a[i * m + j] = 1;
}
