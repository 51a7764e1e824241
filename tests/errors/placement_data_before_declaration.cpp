void f(int* a, int n) {
#pragma data(a[0 : n])  // error: [appyl-pragma-placement]
  int x = n;  // note:
  a[0] = x;
}
