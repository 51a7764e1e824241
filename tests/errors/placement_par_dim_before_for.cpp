void f(int* a, int n) {
#pragma par_dim(0 : n : 16)  // error: [appyl-pragma-placement]
  for (int i = 0; i < n; ++i) a[i] = i;  // note:
}
