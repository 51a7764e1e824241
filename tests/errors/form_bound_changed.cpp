void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    if (i == 7) n = 9;  // error: [appyl-loop-form] 'n'
  }
}
