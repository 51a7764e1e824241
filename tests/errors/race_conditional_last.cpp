// Which iteration writes last depends on the data.
int f(const int* a, int n) {
  int last = -1;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i] > 0) last = i;  // error: [appyl-race] 'last'
  return last;
}
