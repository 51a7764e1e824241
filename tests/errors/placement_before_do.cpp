void f(int* a, int n) {
  int i = 0;
#pragma parallel block(4)  // error: [appyl-pragma-placement]
  do {  // note:
    a[i] = i;
  } while (++i < n);
}
