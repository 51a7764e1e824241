int f(const int* a, int n) {
  int s = 0;
#pragma parallel reduction(plus : s)  // error: [appyl-pragma-syntax] 'plus'
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
