// prints: parallel
int f(const int* a, int n) {
  int s = 0;
#pragma block(16) reduction(+ : s)  // error: [appyl-*] 'parallel'
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
