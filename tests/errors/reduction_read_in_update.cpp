int f(const int* a, int n) {
  int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += a[s & 7];  // error: [appyl-reduction] 's'
  return s + n;
}
