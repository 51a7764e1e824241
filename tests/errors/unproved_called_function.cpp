// What a called function writes is not followed into its subscripts.
static void store(int* a, int x) { a[x * x] = x; }
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    store(a, i);  // warning: [appyl-unproved] 'i'
}
