// options: --target=cuda
void f(int n, float* x, int* flag) {
#pragma parallel schedule(static, x)  // error: [appyl-pragma-syntax] 'x' in clause 'schedule' is no integer
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel num_threads(0)  // error: [appyl-pragma-syntax] '0' in clause 'num_threads' is not positive
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel if(n++ > 3)  // error: [appyl-pragma-syntax] 'n++ > 3' in clause 'if' has a side effect
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel num_threads(++n)  // error: [appyl-pragma-syntax] in clause 'num_threads' has a side effect
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel num_threads(2)  // note: the other clause is here
#pragma parallel num_threads(4)  // error: [appyl-pragma-syntax] clause 'num_threads' stands twice with different arguments
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel schedule(static, 2) schedule(static, 4)  // error: [appyl-pragma-syntax] clause 'schedule' stands twice // note: the other clause is here
  for (int i = 0; i < n; ++i) x[i] *= 2;
#pragma parallel if(n > 3) if(n > 4)  // error: [appyl-pragma-syntax] clause 'if' stands twice // note: the other clause is here
  for (int i = 0; i < n; ++i) x[i] *= 2;
}
