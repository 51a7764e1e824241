// A local array that a later loop reads before it fills it needs its last value.

void readsFirst(int n, double* a, double* b) {
  double value[3];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 2; ++k) value[k] = i;  // error: [appyl-race] both write value[0]
    a[i] = value[0] + value[1];
  }
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = value[1];
}

void readsBeforeItFills(int n, double* a, double* b) {
  double value[3];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 2; ++k) value[k] = i;  // error: [appyl-race] both write value[0]
    a[i] = value[0] + value[1];
  }
  for (int i = 0; i < n; ++i) {
    b[i] = value[1];
    for (int k = 0; k < 3; ++k) value[k] = i;
  }
}
