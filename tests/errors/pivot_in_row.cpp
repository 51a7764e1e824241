// The row is divided by the element in it that one of the iterations divides by itself. `n <= k` would put that element
// into another row: no size that is meant.
void scale_row(double *a, int n, int k) {
#pragma parallel
  for (int j = 0; j < n; ++j)
    a[k * n + j] /= a[k * n + k];  // error: [appyl-race] iteration j = 1 reads a[0]
}
