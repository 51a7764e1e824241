void f(int* a, int n) {
#pragma parallel  // error: [appyl-pragma-placement]
  ;  // note:
  for (int i = 0; i < n; ++i) a[i] = i;
}
