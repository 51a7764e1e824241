void f(int* a, int n) {
#pragma blocks(16)  // warning: [appyl-*] 'blocks'
  for (int i = 0; i < n; ++i) a[i] = i;
}
