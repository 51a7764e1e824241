// x - v is no reduction of v.
int f(const int* a, int n) {
  int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s = a[i] - s;  // error: [appyl-reduction] 's'
  return s;
}
