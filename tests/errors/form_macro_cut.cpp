// A loop that macros cut in pieces can't be rewritten.
#define BEGIN(i, n) for (int i = 0; i < n; ++i) {
#define END }
// prints: [appyl-unsupported]
void f(int* a, int n) {
#pragma parallel
  BEGIN(k, n)  // error: [appyl-unsupported]
  a[k] = k;
  END
}
