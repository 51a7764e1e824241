// The conflict is in a function that the loop calls; all stands on one line, so that either place will do.
// clang-format off
static void store(int* a, int x) { a[0] = x; }  void f(int* a, int n) { _Pragma("parallel") for (int i = 0; i < n; ++i) store(a, i); }  // error: [appyl-race]
