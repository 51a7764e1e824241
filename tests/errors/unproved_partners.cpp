// Partners by a distance that is known at run time only: the message says what can be done.
void exchange(double* a, int n, int s) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int j = i ^ s;
    if (j > i) {
      const double t = a[i];  // warning: [appyl-unproved] 'unchecked' vouches
      a[i] = a[j];
      a[j] = t;
    }
  }
}
