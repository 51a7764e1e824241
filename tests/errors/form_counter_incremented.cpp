void f(int* a, int n) {
#pragma parallel block(8)
  for (int i = 0; i < n; i += 2) {
    a[i++] = 1;  // error: [appyl-loop-form] 'i'
  }
}
