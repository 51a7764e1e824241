// Errors of the language are Clang's own, and nothing is translated then.
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = nowhere_declared;  // error: undeclared identifier 'nowhere_declared'
}
