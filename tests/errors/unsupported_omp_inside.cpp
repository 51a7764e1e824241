void f(int* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma omp parallel for  // error: [appyl-*] omp
    for (int j = 0; j < m; ++j) a[i * m + j] = 1;
  }
}
