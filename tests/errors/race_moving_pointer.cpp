void f(const int* a, int* out, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i] > 0) *out++ = a[i];  // error: [appyl-*] 'out'
}
