void f(int* a, int n) {
#pragma parallel private(f)  // error: [appyl-pragma-syntax] 'f'
  for (int i = 0; i < n; ++i) a[i] = i;
}
