// What the body declares once more is the global array itself.
int shared[100];
void f(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    extern int shared[100];
    shared[i] = ::shared[i + 1];  // error: [appyl-race] iteration i = 0 reads shared[1]
  }
}
