// Clauses for loops that become something else than a loop that threads share.
void product(int n, const float* a, const float* b, float* c) {
#pragma parallel schedule(dynamic, 2) num_threads(3)  // remark: [appyl-hint] 'schedule' has no effect on a product, which is one call // remark: [appyl-hint] 'num_threads' has no effect on a product
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
void steps(int n, int t, double* a, double* b) {
#pragma block(8)
  for (int s = 0; s < t; ++s) {
#pragma parallel schedule(dynamic, 4)  // remark: [appyl-hint] 'schedule' has no effect in a time loop whose steps are blocked
    for (int i = 1; i < n - 1; ++i) b[i] = (a[i - 1] + a[i + 1]) / 2;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) a[i] = b[i];
  }
}
