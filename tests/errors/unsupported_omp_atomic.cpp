void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma omp atomic write  // error: [appyl-*] omp
    a[0] = 1;
  }
}
