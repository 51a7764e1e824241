// options: --appyl-compat
float f(const float* a, int* b, int n, int m) {
  float s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i];
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel block(16)
    for (int j = 0; j < m; ++j) b[i * m + j] = 1;
  return s;
}
