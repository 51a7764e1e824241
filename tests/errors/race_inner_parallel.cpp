// Only the inner loop conflicts.
void f(const int* a, int* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
      b[i] = a[i * m + j];  // error: [appyl-race] j =
}
