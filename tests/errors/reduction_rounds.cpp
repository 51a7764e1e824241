// Rounding at every step makes the order matter.
int f(int n, const double* a) {
  int s = 100;
#pragma parallel reduction(* : s)
  for (int i = 0; i < n; ++i) s *= a[i];  // error: [appyl-reduction] the update of 's' rounds to 'int' at every step
  return s;
}
