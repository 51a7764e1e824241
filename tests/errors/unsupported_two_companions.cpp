void f(const float* a, int n, int m, int* out) {
  float best = -1; int row = 0, column = 0;
#pragma parallel reduction(max:best)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (a[i * m + j] > best) { best = a[i * m + j]; row = i; column = j; }  // error: [appyl-unsupported] row
  out[0] = row; out[1] = column;
}
