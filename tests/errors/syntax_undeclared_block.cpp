void f(int* a, int n) {
#pragma parallel block(SIZE)  // error: [appyl-pragma-syntax] 'SIZE'
  for (int i = 0; i < n; ++i) a[i] = i;
}
