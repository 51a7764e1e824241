void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma omp atomic  // error: [appyl-*] omp
    a[i] += 1;
  }
}
