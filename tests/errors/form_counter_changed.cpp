void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    if (a[i] > 3) i += 2;  // error: [appyl-loop-form] 'i'
  }
}
