// options: --legality=off
void f(const int* at, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[at[i]] = i;
}
