int f(const int* a, int* b, int n) {
  int s = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s = s * 2 + a[i];  // error: [appyl-race] 's'
    b[i] = i;
  }
  return s;
}
