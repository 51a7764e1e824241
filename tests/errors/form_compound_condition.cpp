void f(int* a, int n, bool run) {
#pragma parallel
  for (int i = 0; i < n && run; ++i)  // error: [appyl-loop-form]
    a[i] = i;
}
