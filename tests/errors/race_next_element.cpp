void f(double* a, int n) {
#pragma parallel block(64)
  for (int i = 0; i < n - 1; ++i)
    a[i] = a[i + 1] * 0.5;  // error: [appyl-race] iteration i =
}
