// Two pointers that a branch gives the same object may be one.
void same(int n, int k, double* u, double* v) {
  double *from, *to;
  if (k % 2) {
    from = u;
    to = v;
  } else {
    from = u;
    to = u;
  }
#pragma parallel
  for (int i = 1; i < n - 1; ++i) to[i] = from[i - 1] + from[i + 1];  // warning: [appyl-unproved] 'to' and 'from' may be the same memory
}

// Two decisions.
void twice(int n, int k, double* u, double* v) {
  double *from, *to;
  if (k % 2) {
    from = u;
  } else {
    from = v;
  }
  if (k % 3) {
    to = v;
  } else {
    to = u;
  }
#pragma parallel
  for (int i = 1; i < n - 1; ++i) to[i] = from[i - 1] + from[i + 1];  // warning: [appyl-unproved] 'to' and 'from' may be the same memory
}

// Between the decision and the loop one of them becomes the other.
void later(int n, int k, double* u, double* v) {
  double *from, *to;
  if (k % 2) {
    from = u;
    to = v;
  } else {
    from = v;
    to = u;
  }
  if (n > 5) from = to;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) to[i] = from[i - 1] + from[i + 1];  // warning: [appyl-unproved] 'to' and 'from' may be the same memory
}
