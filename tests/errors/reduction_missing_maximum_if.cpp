// prints: reduction(max:best)
int f(const int* a, int n) {
  int best = -1000;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i] > best) best = a[i];  // error: [appyl-reduction] 'best'
  return best;
}
