void f(int* a, int n, int k) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[k] = i;  // error: [appyl-race] i =
}
