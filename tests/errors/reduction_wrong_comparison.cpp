int f(const int* a, int n) {
  int best = 0;
#pragma parallel reduction(max : best)
  for (int i = 0; i < n; ++i)
    if (a[i] < best) best = a[i];  // error: [appyl-reduction] 'best'
  return best;
}
