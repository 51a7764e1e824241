// Of what a loop around the nest advances some values are taken only: a race for others is none. One for all is.
void byThrees(double* a, int m) {
  int s = 0;
  for (int k = 0; k < m; ++k) {
#pragma parallel
    for (int i = 0; i < 3; ++i) a[i] = a[i + s];  // warning: [appyl-unproved] depending on 's'
    s += 3;
  }
}
void besideCounter(double* a, int m) {
  for (int k = 0, s = 0; k < m; ++k, s += 3) {
#pragma parallel
    for (int i = 0; i < 3; ++i) a[i] = a[i + s];  // warning: [appyl-unproved] depending on 's'
  }
}
void doubled(double* a, int n) {
  int s = 4;
  while (s < n) {
#pragma parallel
    for (int i = 0; i < 4; ++i) a[i] = a[i + s];  // warning: [appyl-unproved] depending on 's'
    s *= 2;
  }
}
void whateverItIs(double* a, int m) {
  int s = 1;
  for (int k = 0; k < m; ++k) {
#pragma parallel
    for (int i = 0; i < 100; ++i) a[s] = a[i];  // error: [appyl-race] which iteration i = 0 writes
    s += 3;
  }
}
