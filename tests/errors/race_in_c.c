void f(int *a, int n) {
  int i;
#pragma parallel
  for (i = 0; i < n; i++)
    a[i + 1] = a[i];  // error: [appyl-race] iteration i =
}
