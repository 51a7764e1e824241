double f(const double* a, int n) {
  double s = 1;
#pragma parallel reduction(/ : s)  // error: [appyl-pragma-syntax] '/'
  for (int i = 0; i < n; ++i) s /= a[i];
  return s;
}
