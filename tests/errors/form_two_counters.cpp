void f(int* a, int n) {
#pragma parallel
  for (int i = 0, j = n; i < n; ++i, --j)  // error: [appyl-loop-form]
    a[i] = j;
}
