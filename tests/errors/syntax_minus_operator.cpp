// A difference is reduced with +.
int f(const int* a, int n) {
  int s = 0;
#pragma parallel reduction(- : s)  // error: [appyl-pragma-syntax] '-'
  for (int i = 0; i < n; ++i) s -= a[i];
  return s;
}
