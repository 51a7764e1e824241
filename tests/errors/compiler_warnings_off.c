// What a flag says of an error of Clang counts: a call of a function that is not declared.
// flags: -std=gnu11 -Wno-implicit-function-declaration
// never-prints: undeclared

void scale(int n, double* a) {
  count_threads(n);
#pragma parallel
  for (int i = 0; i < n; i++) a[i] *= 2;
}
