// options: --target=cuda -Rappyl
// Blocked loops whose tiles stay in global memory.
// prints: 'j' are not staged in shared memory: its range is not the same for all iterations of a program
// prints: 'l' are not staged in shared memory: the block of 'i' is not constant
// prints: 'm' are not staged in shared memory: no array that every iteration reads, and none writes, is used again
// prints: 'p' are not staged in shared memory: the last value of 'last' is wanted
// prints: 'q' are not staged in shared memory: 'continue' may leave it out
// prints: 'r' are not staged in shared memory: it does not stand directly in the innermost loop of the grid
// prints: 't' are not staged in shared memory: a pointer of the program may point to a variable of it
double stays(int n, int size, const double* x, double* y) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    double s = 0;
#pragma block(4)
    for (int j = 0; j < i; ++j) s += x[j];
    y[i] = s;
  }
#pragma parallel block(size)
  for (int i = 0; i < n; ++i) {
    double s = 0;
#pragma block(4)
    for (int l = 0; l < n; ++l) s += x[l];
    y[i] = s;
  }
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    double s = 0;
#pragma block(4)
    for (int m = 0; m < n; ++m)
      if (m != i) s += x[m];
    y[i] = s;
  }
  double last = 0;
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    last = 0;
#pragma block(4)
    for (int p = 0; p < n; ++p) last += x[p];
    y[i] = last;
  }
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0) continue;
    double s = 0;
#pragma block(4)
    for (int q = 0; q < n; ++q) s += x[q];
    y[i] = s;
  }
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    if (x[i] < 0) {
#pragma block(4)
      for (int r = 0; r < n; ++r) s += x[r];
    }
    y[i] = s;
  }
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    double* sum = &s;
#pragma block(4)
    for (int t = 0; t < n; ++t) *sum += x[t];
    y[i] = *sum;
  }
  return last;
}
