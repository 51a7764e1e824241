// Each thread of a region would run all iterations of a loop in it.
// flags: -Wno-unknown-pragmas
double f(double* u, int n) {
  double total = 0;
#pragma omp parallel num_threads(2)  // error: [appyl-unsupported] would run all iterations
  {
    double mine = 0;
#pragma parallel reduction(+ : mine)
    for (int i = 0; i < n; ++i) mine += u[i];
#pragma omp critical
    total += mine;
  }
#pragma omp parallel for  // error: [appyl-unsupported] would run all iterations
  for (int k = 0; k < 4; ++k) {
#pragma parallel
    for (int i = 0; i < n; ++i) u[k * n + i] += i;
  }
  return total;
}

// A region that is over, one elsewhere, and a directive without one.
void g(double* u, int n) {
#pragma omp parallel
  {
    u[0] = 0;
  }
#pragma omp barrier
  if (n > 3) {
#pragma parallel
    for (int i = 0; i < n; ++i) u[i] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) u[i] += 1;
}
