// A name that begins as itself leads nowhere; the compilers only warn of it.
void scale(int n, double* a) {
  double& factor = factor;  // error: [appyl-unsupported] 'factor' begins as itself
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] *= factor;
}
