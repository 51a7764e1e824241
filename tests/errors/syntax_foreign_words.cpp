// No near miss, or not before a for: silent.
void f(int* a, int n) {
#pragma ivdep
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma vendor parallel
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma paralel
  a[0] = 1;
}
