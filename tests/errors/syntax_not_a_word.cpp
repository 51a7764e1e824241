void f(int* a, int n) {
#pragma parallel 16  // error: [appyl-pragma-syntax]
  for (int i = 0; i < n; ++i) a[i] = i;
}
