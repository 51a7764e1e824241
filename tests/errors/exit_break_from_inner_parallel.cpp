void f(int* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) {
      if (j > i) break;  // error: [appyl-loop-exit] 'break'
      a[i * m + j] = i;
    }
}
