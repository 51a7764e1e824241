// Which iteration writes last depends on the data.
int f(const int* a, int n) {
  int last = -1;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i] > 0) last = i;  // error: [appyl-race] 'last'
  return last;
}

// What is written under one condition that stays, and under another one.
int twoConditions(const int* a, int* b, int n, bool first, bool second) {
  int t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (first) t = a[i];  // error: [appyl-race] 't'
    if (second && a[i] > 0) t = 3;
    b[i] = t;
  }
  return t;
}
