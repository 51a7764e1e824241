// Each iteration reads what the one before it left in the scalar.
void f(const int* a, int* b, int n) {
  int previous = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] - previous;  // note:
    previous = a[i];         // error: [appyl-race] 'previous'
  }
}
