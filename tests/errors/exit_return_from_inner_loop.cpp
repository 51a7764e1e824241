bool f(const int* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (a[i * m + j] == 0) return true;  // error: [appyl-loop-exit] 'return'
  return false;
}
