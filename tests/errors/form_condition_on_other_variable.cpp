void f(int* a, int n, int k) {
#pragma parallel
  for (int i = 0; k < n; ++i)  // error: [appyl-loop-form]
    a[i] = i;
}
