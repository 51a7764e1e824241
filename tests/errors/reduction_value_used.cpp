int f(const int* a, int* b, int m) {
  int n = 0;
#pragma parallel reduction(+ : n)
  for (int i = 0; i < m; ++i)
    if (a[i] > 3) b[n++] = a[i];  // error: [appyl-reduction] 'n'
  return n;
}
