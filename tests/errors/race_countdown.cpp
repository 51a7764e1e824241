void f(int* a, int n) {
#pragma parallel
  for (int i = n - 2; i >= 0; --i)
    a[i] += a[i + 1];  // error: [appyl-race] iteration i =
}
