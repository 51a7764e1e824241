void f(int* a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1] + 1;  // error: [appyl-race] iteration i =
}
