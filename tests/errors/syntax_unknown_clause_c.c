void f(int *a, int n) {
#pragma appyl parallel vectorize  // error: [appyl-pragma-syntax] 'vectorize'
  for (int i = 0; i < n; ++i) a[i] = i;
}
