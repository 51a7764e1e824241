// prints: reduction(||:found)
bool f(const int* a, int n) {
  bool found = false;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i] == 0) found = true;  // error: [appyl-reduction] 'found'
  return found;
}
