// options: --target=cuda
void f(int n, float* x, int* flag) {
#pragma parallel schedule(dynamic, 4) num_threads(n)  // remark: [appyl-hint] 'schedule' has no effect with --target=cuda  // remark: [appyl-hint] 'num_threads'
  for (int i = 0; i < n; ++i) x[i] *= 2;
}
