void f(int* a, int n) {
#pragma parallel
  for (int i = n; i >= 0; i += 2)  // error: [appyl-loop-form]
    a[i - n] = i;
}
