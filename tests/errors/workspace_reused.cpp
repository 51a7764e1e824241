// A local array that a later loop reads before it fills it needs its last value, which is that of the last iteration only where
// all of them write the same elements.

void readsFirst(int n, double* a, double* b) {
  double value[3];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 2; ++k) value[k + i % 2] = i;  // error: [appyl-race] both write value[1]
    a[i] = value[i % 2] + value[1 + i % 2];
  }
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = value[1];
}

void readsBeforeItFills(int n, double* a, double* b) {
  double value[3];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 2; ++k) value[k + i % 2] = i;  // error: [appyl-race] both write value[1]
    a[i] = value[i % 2] + value[1 + i % 2];
  }
  for (int i = 0; i < n; ++i) {
    b[i] = value[1];
    for (int k = 0; k < 3; ++k) value[k] = i;
  }
}
