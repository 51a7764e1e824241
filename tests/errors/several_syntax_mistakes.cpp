void f(int* a, int n) {
#pragma parallel blok  // error: [appyl-pragma-syntax] 'blok'
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma parallel block()  // error: [appyl-pragma-syntax]
  for (int i = 0; i < n; ++i) a[i] = i;
}
