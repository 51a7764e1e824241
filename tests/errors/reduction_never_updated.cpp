int f(const int* a, int* b, int n) {
  int s = 0;
#pragma parallel reduction(s)  // error: [appyl-reduction] 's'
  for (int i = 0; i < n; ++i) b[i] = a[i];
  return s;
}
