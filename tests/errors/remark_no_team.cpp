// options: --target=cuda -Rappyl
// Inner parallel loops that stay in one thread of each program.
// prints: one thread of each program: the range of 'j' is not simple
// prints: one thread of each program: the last value of 'last' is wanted
// prints: one thread of each program: the place of an extreme value is wanted
// prints: one thread of each program: a sequential loop of the program changes memory
// prints: one thread of each program: a condition reads what the program changes
// prints: one thread of each program: a statement both changes memory and computes values of the program
// prints: one thread of each program: several threads would fill 't'
// prints: one thread of each program: a function that it calls uses memory that the program changes
double stays(int n, int m, const double* x, double* y, double* z) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    y[i] = 1;
#pragma parallel
    for (int j = m; j > 0; --j) z[i * m + j - 1] = x[j];
  }
  double last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    last = x[i];
#pragma parallel
    for (int j = 0; j < m; ++j) z[i * m + j] = last;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double best = 1e30;
    int at = -1;
#pragma parallel reduction(min : best)
    for (int j = 0; j < m; ++j)
      if (x[i * m + j] < best) {
        best = x[i * m + j];
        at = j;
      }
    y[i] = best + at;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) z[i * m + j] = x[j];
#pragma parallel
    for (int j = 0; j < m; ++j) z[i * m + j] += 1;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    while (y[i] > 1) {
#pragma parallel
      for (int j = 0; j < m; ++j) z[i * m + j] += 1;
      y[i] *= 0.5;
    }
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const double old = y[i] = x[i];
#pragma parallel
    for (int j = 0; j < m; ++j) z[i * m + j] += old;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double t[8] = {};
#pragma parallel
    for (int j = 0; j < 8; ++j) t[j] = x[j] * i;
    y[i] = t[0] + t[7];
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto first = [=](int k) { return z[i * m + k]; };
#pragma parallel
    for (int j = 0; j < m; ++j) z[i * m + j] = x[j];
    const double v = first(0);
    z[i * m] = v + 1;
  }
  return last;
}
