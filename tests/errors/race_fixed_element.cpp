void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[0] = i;  // error: [appyl-race] a[0]
}
