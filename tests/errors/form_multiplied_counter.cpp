void f(int* a, int n) {
#pragma parallel
  for (int i = 1; i < n; i *= 2)  // error: [appyl-loop-form]
    a[i] = i;
}
