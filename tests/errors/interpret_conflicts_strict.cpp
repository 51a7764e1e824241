// options: --target=interpret --legality=strict
void proved(int* a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = a[i - 1];  // error: [appyl-race] iteration i = 2 reads a[1]
}
