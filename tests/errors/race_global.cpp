static int state;
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    state = state * 5 + 1;  // error: [appyl-race] 'state'
    a[i] = 1;
  }
}
