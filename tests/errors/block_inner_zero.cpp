void f(const int* a, int* s, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma block(0)  // error: [appyl-block-size]
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    s[i] = sum;
  }
}
