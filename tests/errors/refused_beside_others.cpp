// A directive that contradicts itself says nothing about its nest; those beside it are looked into all the same.
void contradicting(const double* a, double* b, int n) {
  double s = 0;
#pragma parallel private(s) reduction(+:s)  // error: [appyl-pragma-syntax] 's' is named both in 'private' and in 'reduction'
  for (int i = 0; i < n; ++i) {
    s += a[i];
    b[i + 1] = b[i];
  }
}

void inner(double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double t = 0;
#pragma parallel private(t) reduction(+:t)  // error: [appyl-pragma-syntax] 't' is named both in 'private' and in 'reduction'
    for (int j = 0; j < n; ++j) t += j;
    b[i] = t;
  }
}

void race(double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i + 1] = b[i];  // error: [appyl-race] iteration i = 1 reads b[1], which iteration i = 0 writes
}

double missing(const double* a, int n) {
  double s = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) s += a[i];  // error: [appyl-reduction] 's' is combined over the iterations of 'i' by '+', which races; add 'reduction(+:s)'
  return s;
}
