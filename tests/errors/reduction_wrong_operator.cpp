float f(const float* a, int n) {
  float s = 0;
#pragma parallel reduction(* : s)
  for (int i = 0; i < n; ++i)
    s += a[i];  // error: [appyl-reduction] 's'
  return s;
}
