void f(int* a, int n) {
#pragma parallel  // error: [appyl-pragma-placement]
  int x = n;      // note:
  for (int i = 0; i < x; ++i) a[i] = i;
}
