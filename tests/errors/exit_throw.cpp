void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) throw 5;  // error: [appyl-loop-exit] 'throw'
    a[i] = i;
  }
}
