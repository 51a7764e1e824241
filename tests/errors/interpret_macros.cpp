// A macro whose text holds a part of a statement cannot be rewritten: its accesses are not checked.
// options: --target=interpret
#define TWICE(i) \
  y[i] = x[i];   \
  y[i] += x[i];
#define AT(i) x[i]

void twice(const int* x, int* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    TWICE(i)  // warning: [appyl-unwatched] 'y[i]' comes from a macro
  }
}

// This one is a whole expression.
void once(const int* x, int* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = AT(i);
}
