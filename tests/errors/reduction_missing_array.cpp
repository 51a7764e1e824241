// prints: reduction(+:s)
void f(const int* a, int* s, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      s[j] += a[i * m + j];  // error: [appyl-reduction] s
}
