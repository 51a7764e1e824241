void f(int* a, int n) {
#pragma parallel device(b)  // error: [appyl-pragma-syntax] 'b'
  for (int i = 0; i < n; ++i) a[i] = i;
}
