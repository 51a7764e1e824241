int f(const int* a, int n) {
  int s = 0;
#pragma parallel reduction(s)
  for (int i = 0; i < n; ++i)
    s = (s << 1) + a[i];  // error: [appyl-reduction] 's'
  return s;
}
