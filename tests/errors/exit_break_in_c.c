void f(int *a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    if (i > 10)
      break;  // error: [appyl-loop-exit] 'break'
  }
}
