// The note stands at the other access.
void f(int* a, int* b, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    b[i] = a[i - 1];  // note:
    a[i] = i;         // error: [appyl-race] a[
  }
}
