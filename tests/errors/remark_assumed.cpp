// options: -Rappyl
// prints: n <= ldc
void f(float* c, int m, int n, int ldc) {
#pragma parallel
  for (int i = 0; i < m; ++i)  // remark: [appyl-unproved] assumed
#pragma parallel
    for (int j = 0; j < n; ++j) c[i * ldc + j] = 0;
}

// What is compared without a sign says nothing of numbers below zero.
// prints: assumed: 0 <= k
void g(float* c, unsigned n, int k) {
  if (k < 2u) return;
#pragma parallel
  for (unsigned i = 0; i < n; ++i) c[i * k] = 0;  // remark: [appyl-unproved] assumed
}

// In 32 bits without a sign `n - (-3u)` is n + 3.
// prints: assumed: n + 6 <= m
void h(float* c, int n, int m) {
#pragma parallel
  for (int i = 0; i < n - (-3u); ++i) {  // remark: [appyl-unproved] assumed
    c[i / 2 * m + i] = 1;
    c[i + 3] = 2;
  }
}
