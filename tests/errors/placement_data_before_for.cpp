void f(int* a, int n) {
#pragma data(a[0:n])  // error: [appyl-pragma-placement]
  for (int i = 0; i < n; ++i) a[i] = i;  // note:
}
