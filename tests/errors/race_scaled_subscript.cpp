void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[2 * i] = a[i] + 1;  // error: [appyl-race] iteration i =
}
