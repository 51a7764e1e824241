// Whatever else a C++ compiler refuses is told before anything is written.
// options: --target=interpret
int size(int n) {
  return _Generic(n, int : 1, default
                  : __builtin_types_compatible_p(int, long));  // error: [appyl-unsupported] the output is C++
}
void scale(int n, float* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] *= 2;
}
