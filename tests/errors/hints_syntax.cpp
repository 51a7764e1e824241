// options: --target=cuda
void f(int n, float* x, int* flag) {
#pragma parallel schedule(fast)  // error: [appyl-pragma-syntax] 'static', 'dynamic', 'guided', 'auto' or 'runtime'
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel schedule(static, 1, 2)  // error: [appyl-pragma-syntax]
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel num_threads()  // error: [appyl-pragma-syntax]
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel schedule  // error: [appyl-pragma-syntax]
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel if(n > 3, n)  // error: [appyl-pragma-syntax]
  for (int i = 0; i < n; ++i) x[i] *= 2;
}
