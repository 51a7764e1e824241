void f(int* a, int n) {
  _Pragma("parallel blok(4)")  // error: [appyl-pragma-syntax] 'blok'
  for (int i = 0; i < n; ++i) a[i] = i;
}
