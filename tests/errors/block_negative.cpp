void f(int* a, int n) {
#pragma parallel block(-8)  // error: [appyl-block-size]
  for (int i = 0; i < n; ++i) a[i] = i;
}
