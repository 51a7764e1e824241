// The interpreter's code is C++, which a source in C has to be, too.
// options: --target=interpret
void rows(int n, int m, double a[n][m]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i][j] = i;  // error: [appyl-unsupported] 'a' has a variable length
}
