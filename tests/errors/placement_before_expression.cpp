void f(int* a, int n) {
#pragma parallel reduction(+ : n)  // error: [appyl-pragma-placement]
  a[0] = n;  // note:
}
