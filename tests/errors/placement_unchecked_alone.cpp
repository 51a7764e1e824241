void f(const int* a, int* b, int n) {
#pragma unchecked  // error: [appyl-pragma-placement] 'unchecked'
  for (int i = 0; i < n; ++i) b[i] = a[i];
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) b[a[i]] = 1;
}
