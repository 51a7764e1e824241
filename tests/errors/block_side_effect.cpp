void f(int* a, int n, int size) {
#pragma parallel block(size++)  // error: [appyl-*]
  for (int i = 0; i < n; ++i) a[i] = i;
}
