int f(const int* a, int n) {
  int s = 1;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    s += a[i];
    s *= 2;  // error: [appyl-reduction] 's'
  }
  return s;
}
