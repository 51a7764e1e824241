void f(int* a, int n) {
  int i = 0;
#pragma parallel  // error: [appyl-pragma-placement]
  while (i < n) {  // note:
    a[i] = i;
    ++i;
  }
}
