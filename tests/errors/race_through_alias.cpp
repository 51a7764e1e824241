void f(int* a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    int* here = &a[i];
    *here = a[i - 1];  // error: [appyl-race] iteration i =
  }
}
