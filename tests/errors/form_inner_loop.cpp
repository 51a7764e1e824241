void f(int* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j * j < m; ++j)  // error: [appyl-loop-form]
      a[i * m + j] = i;
}
