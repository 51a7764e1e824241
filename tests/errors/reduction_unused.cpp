// A reduction of what the loop never updates.
float clear(int n, float* a) {
  float s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-reduction] 's' is never updated
  for (int i = 0; i < n; ++i) a[i] = 0;
  return s;
}
