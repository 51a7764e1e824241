// A time loop around parallel nests stays as it is.
// options: -Rappyl
void f(float* a, float* b, int n, int steps) {
#pragma block(4)  // remark: [appyl-block] temporal blocking
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1] + a[i + 1];
#pragma parallel
    for (int i = 1; i < n - 1; ++i) a[i] = b[i];
  }
}
