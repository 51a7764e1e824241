// What C has, and C++ has not, or has with another meaning, and cannot be written in another way.
// options: --target=cuda
// flags: -std=gnu11
#define SHOW(x) "value of " #x
struct empty {};
int sizes(void) { return sizeof(struct empty); }  // error: [appyl-unsupported] a structure without members
void rows(int n, double a[n][n]) { a[0][n - 1] = 0; }  // error: [appyl-unsupported] 'a' has a variable length
const char* shown(int class) {
  const char* text = SHOW(class);  // error: [appyl-unsupported] of which a macro makes a string
  return class ? text : "";
}
int later(int n) {
  while (n > ((int[]){1, 2})[n % 2]) --n;  // error: [appyl-unsupported] lives no longer than the expression
  return n;
}
void scale(int n, float* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] *= 2;
}
