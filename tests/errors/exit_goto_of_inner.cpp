// A label in the outer loop is outside of the inner one.
void f(int n, const int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma parallel
    for (int k = 0; k < n; ++k) {
      b[i * n + k] = k;
      if (a[i * n + k]) goto next;  // error: [appyl-loop-exit] 'goto' leaves the annotated loop
      if (a[k]) goto end;
      b[i * n + k] = 2;
    end:;
    }
  next:;
  }
}
