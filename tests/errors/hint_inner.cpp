// options: --target=openmp
void f(int n, float* x) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel schedule(dynamic)  // remark: [appyl-hint] 'schedule' has no effect on a loop inside of the one that threads share
    for (int j = 0; j < 8; ++j) x[8 * i + j] *= 2;
}
