// A loop whose directive, header and body all come from one macro has no text of its own to rewrite.
#define FILL(a, n, value) \
  _Pragma("parallel") for (int i = 0; i < (n); ++i) (a)[i] = (value)

void f(int* a, int n) {
  FILL(a, n, 3);  // error: [appyl-unsupported] 'FILL'
}
