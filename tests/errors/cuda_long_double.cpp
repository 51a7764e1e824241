// options: --target=cuda
void elements(const long double* x, double* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = static_cast<double>(x[i]);  // error: [appyl-unsupported] long double
}

template <class T>
T sum(const int* a, int n) {
  T s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] 's' is a long double in an instance
  for (int i = 0; i < n; ++i) s += static_cast<T>(a[i]);
  return s;
}

template <class T>
void add(double* a, T x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += static_cast<double>(x);  // error: [appyl-unsupported] 'x' is a long double where
}

double use(const int* a, double* b, int n) {
  add(b, 1.5L, n);
  return static_cast<double>(sum<long double>(a, n));
}
