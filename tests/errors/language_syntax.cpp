void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = i  // error: expected ';'
}
