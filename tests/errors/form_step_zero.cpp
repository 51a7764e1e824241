void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i += 0)  // error: [appyl-loop-form]
    a[i] = i;
}
