// prints: reduction(*:p)
double f(const double *a, int n) {
  double p = 1;
#pragma parallel
  for (int i = 0; i < n; ++i)
    p *= a[i];  // error: [appyl-reduction] 'p'
  return p;
}
