// The outer counter is missing in the subscript: all rows write the same elements.
void f(int* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[j] = i;  // error: [appyl-race] i =
}
