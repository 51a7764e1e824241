// options: -Rappyl
// prints: n <= ldc
void f(float* c, int m, int n, int ldc) {
#pragma parallel
  for (int i = 0; i < m; ++i)  // remark: [appyl-unproved] assumed
#pragma parallel
    for (int j = 0; j < n; ++j) c[i * ldc + j] = 0;
}
