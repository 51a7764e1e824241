void f(int* a, int n) {
#pragma parallel  // error: [appyl-pragma-placement]
  if (n > 0)  // note:
    for (int i = 0; i < n; ++i) a[i] = i;
}
