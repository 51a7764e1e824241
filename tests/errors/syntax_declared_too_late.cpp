// The name must be visible where the directive stands.
void f(int* a, int n) {
#pragma parallel private(t)  // error: [appyl-pragma-syntax] 't'
  for (int i = 0; i < n; ++i) {
    int t = i;
    a[i] = t;
  }
}
