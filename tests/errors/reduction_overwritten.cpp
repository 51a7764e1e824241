int f(const int* a, int n) {
  int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) { s += a[i]; if (i == 5) s = 0; }  // error: [appyl-reduction] 's'
  return s;
}
