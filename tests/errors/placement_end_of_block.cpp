void f(int* a, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = i;
#pragma parallel  // error: [appyl-pragma-placement]
  }
}
