void f(int *a, int n) {
  int i;
#pragma parallel
  for (i = 0; i < n; i++) {
    a[i] = 1;
    i = i + 1;  // error: [appyl-loop-form] 'i'
  }
}
