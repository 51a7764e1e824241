// Somebody else's directive for the loop that is annotated, in front of ours or behind it.
double f(double* u, int n) {
  double r = 0;
#pragma parallel reduction(+ : r)
#pragma omp parallel for reduction(+ : r)  // error: [appyl-unsupported] for an annotated loop
  for (int i = 1; i < n; ++i) r += u[i];
#pragma acc parallel loop  // error: [appyl-unsupported] for an annotated loop
#pragma parallel
  for (int i = 1; i < n; ++i) u[i] = i;
  return r;
}
