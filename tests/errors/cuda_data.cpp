// options: --target=cuda

int mixed(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] *= 2;
  return n > 0 ? a[n - 1] : 0;
}

int leftOut(int* a, int n) {
  int s = 0;
#pragma data(a[0:n])
  {
    s += mixed(a, n);  // warning: [appyl-unproved] the arrays of 'data' do not stay on the device
  }
  return s;
}
