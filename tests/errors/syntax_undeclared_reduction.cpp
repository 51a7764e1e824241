int f(const int* a, int n) {
  int s = 0;
#pragma parallel reduction(+ : total)  // error: [appyl-pragma-syntax] 'total'
  for (int i = 0; i < n; ++i) s = a[i];
  return s;
}
