void f(int* a, int n) {
#pragma parallel block
  for (int i = 0; i < n; ++i) {
    if (a[i] == 3) goto done;  // error: [appyl-loop-exit] 'goto'
    a[i] = i;
  }
done:
  a[0] = 1;
}
