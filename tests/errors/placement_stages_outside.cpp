void f(const int* a, int* b, int n) {
#pragma stages(2)  // error: [appyl-pragma-placement] 'stages'
  for (int i = 0; i < n; ++i) b[i] = a[i];
#pragma block(8) stages(2)  // error: [appyl-pragma-placement] 'stages'
  for (int k = 0; k < 3; ++k)
#pragma parallel
    for (int i = 0; i < n; ++i) b[i] += a[i];
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma block(8) stages(2)
    for (int k = 0; k < n; ++k) b[i] += a[k];
}
