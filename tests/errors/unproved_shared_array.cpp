// A scratch array that is not filled before it is read: whether iterations meet in it depends on the data.
void f(const int* a, int* b, int n) {
  int scratch[4] = {};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    scratch[a[i] & 3] = i;  // warning: [appyl-unproved] 'scratch'
    b[i] = scratch[0];
  }
}
