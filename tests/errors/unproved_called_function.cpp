// What a called function writes is followed; a subscript that is not affine stays undecided, at its place.
static void store(int* a, int x) { a[x * x * x] = x; }
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    store(a, i);  // warning: [appyl-unproved] 'i'
}
