int f(const int* a, int* b, int n) {
  int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) { s += a[i]; b[i] = s; }  // error: [appyl-reduction] 's'
  return s;
}
