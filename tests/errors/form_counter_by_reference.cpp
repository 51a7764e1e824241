static void advance(int& x) { x += 1; }
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = 1;
    advance(i);  // error: [appyl-loop-form] 'i'
  }
}
