#pragma shape(a[unknown])  // error: [appyl-pragma-syntax] undeclared identifier 'unknown'
void f(int n, const int* t, double* a) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[t[i]] = 2;
}

#pragma device(b)  // error: [appyl-pragma-syntax] undeclared identifier 'b'
void g(int n, const int* t, double* a) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[t[i]] = 2;
}
