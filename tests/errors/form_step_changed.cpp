void f(int* a, int n, int s) {
#pragma parallel
  for (int i = 0; i < n; i += s) {
    a[i] = i;
    s = 2;  // error: [appyl-loop-form] 's'
  }
}
