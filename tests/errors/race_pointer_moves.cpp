// A pointer that moves is no sum of anything.
void f(int* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) *p++ = i;  // error: [appyl-race] 'p'
}
