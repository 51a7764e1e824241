// prints: reduction(+:count)
int f(const float* a, int n) {
  int count = 0;
#pragma parallel block(64)
  for (int i = 0; i < n; ++i)
    if (a[i] > 0) ++count;  // error: [appyl-reduction] 'count'
  return count;
}
