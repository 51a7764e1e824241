void f(const int* a, int* b, int n) {
#pragma parallel stages(2)  // error: [appyl-pragma-placement] 'stages'
  for (int i = 0; i < n; ++i) b[i] = a[i];
}
