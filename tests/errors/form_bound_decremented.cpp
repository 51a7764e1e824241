void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[i] = n--;  // error: [appyl-loop-form] 'n'
}
