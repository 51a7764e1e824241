// Nothing says that the subscripts differ: a warning, and the loop is translated as asked.
void f(const int* at, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[at[i]] = i;  // warning: [appyl-unproved] a
}
