void f(int* a, int* b, int n) {
  int size = 4;
#pragma parallel block(size)  // error: [appyl-block-size] 'size'
  for (int i = 0; i < n; ++i) {
    size = a[i];
    b[i] = size;
  }
}
