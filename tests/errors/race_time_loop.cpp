void f(double* u, int n, int steps) {
#pragma parallel
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      u[i] = u[i] * 0.5 + t;  // error: [appyl-race] t =
}
