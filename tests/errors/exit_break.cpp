void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] == 3) break;  // error: [appyl-loop-exit] 'break'
    a[i] = i;
  }
}
