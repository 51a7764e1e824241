int f(const int* a, int n) {
  int s = 0;
#pragma parallel reduction(+:)  // error: [appyl-pragma-syntax]
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
