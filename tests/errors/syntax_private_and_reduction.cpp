int f(const int* a, int n) {
  int s = 0;
#pragma parallel private(s) reduction(+ : s)  // error: [appyl-pragma-syntax] 's'
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
