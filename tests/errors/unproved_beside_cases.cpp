// Where a condition makes two cases of an access, what is said of later ones stands at their own lines.
void scatter(int n, const int* a, const int* b, const int* c, double* x, double* y, double* z) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i != 5) z[i] += 1;
    x[a[i]] = 1;  // warning: [appyl-unproved] 'x'
    y[b[i]] = 2;  // note: 'y'
    if (i != 7 || n > 100) z[i] *= 2;
    if (c[i]) x[c[i]] = 3;
  }
}
