int f(const int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i] == 3) return i;  // error: [appyl-loop-exit] 'return'
  return -1;
}
