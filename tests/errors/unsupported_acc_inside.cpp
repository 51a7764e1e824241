void f(int* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma acc loop  // error: [appyl-*] acc
    for (int j = 0; j < m; ++j) a[i * m + j] = 1;
  }
}
