void f(int* a, int n) {
  int i = 0;
#pragma parallel
  for (; i < n; ++i)  // error: [appyl-loop-form]
    a[i] = i;
}
