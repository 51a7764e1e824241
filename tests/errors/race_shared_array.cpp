// A scratch array that is not filled before it is read.
void f(const int* a, int* b, int n) {
  int scratch[4] = {};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    scratch[a[i] & 3] = i;  // error: [appyl-*] 'scratch'
    b[i] = scratch[0];
  }
}
