// All mistakes are reported, not only the first.
void f(int* a, int n) {
#pragma parallel block(0)  // error: [appyl-block-size]
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma parallel
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1];  // error: [appyl-race] iteration i =
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i]) return;  // error: [appyl-loop-exit]
}
