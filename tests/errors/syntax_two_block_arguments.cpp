void f(int* a, int n) {
#pragma parallel block(4, 8)  // error: [appyl-pragma-syntax] 'block'
  for (int i = 0; i < n; ++i) a[i] = i;
}
