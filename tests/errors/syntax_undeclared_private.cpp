void f(int* a, int n) {
#pragma parallel private(t)  // error: [appyl-pragma-syntax] 't'
  for (int i = 0; i < n; ++i) a[i] = i;
}
