void f(int* a, int n) {
#pragma parallel
  for (int i = 0;; ++i)  // error: [appyl-loop-form]
    a[i % n] = i;
}
