// options: --target=openmp
void f(int n, float* x) {
#pragma parallel if(n > 100)  // error: [appyl-unsupported] the clause 'if' for a loop with labels
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0) goto next;
    x[i] *= 2;
  next:;
  }
}
