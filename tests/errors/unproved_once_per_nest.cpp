// prints: [appyl-unproved]
void f(const int* at, int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[at[i]] = i;  // warning: [appyl-unproved]
    b[at[i]] = i;
  }
}
