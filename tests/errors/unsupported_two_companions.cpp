void f(const float* a, int n, int m, int* out) {
  float best = -1; int row = 0, column = 0;
#pragma parallel reduction(max:best)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (a[i * m + j] > best) { best = a[i * m + j]; row = i; column = j; }  // error: [appyl-unsupported] row
  out[0] = row; out[1] = column;
}

void g(const float* a, const float* b, int n, int* out) {
  float best = 0;
  int at = 0;
#pragma parallel reduction(min:best)
  for (int i = 0; i < n; ++i) {
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
    if (b[i] < best) best = b[i];  // error: [appyl-unsupported] 'best' and its companion are updated at two places
  }
  *out = at;
}
