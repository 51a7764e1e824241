// prints: reduction(+:s)
long f(const int* a, int n, int m) {
  long s = 0;
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
      s += a[i * m + j];  // error: [appyl-reduction] 's'
  return s;
}
