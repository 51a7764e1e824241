// What is negative is a large number to a comparison of unsigned ones.
void outside(int* a, int* b, unsigned n) {
#pragma parallel
  for (int i = -2; i < 1; ++i) {
    if (i < n + 1) b[i + 5] = 1; else a[0] = i;  // error: [appyl-race] iterations i = -2 and i = -1 both write a[0]
  }
}

void inside(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (unsigned(i - 1) < unsigned(n - 2)) a[i] += a[i + 1];  // error: [appyl-race] iteration i = 1 reads a[2], which iteration i = 2 writes
}

void apart(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (unsigned(i - 3) < 2u) a[i - 3] += a[i];
}
