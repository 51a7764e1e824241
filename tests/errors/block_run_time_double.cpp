void f(int* a, int n, double size) {
#pragma parallel block(size)  // error: [appyl-block-size]
  for (int i = 0; i < n; ++i) a[i] = i;
}
