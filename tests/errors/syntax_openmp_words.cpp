// Words of OpenMP in a directive: what to write here.
void f(int* a, int n) {
#pragma parallel for  // error: [appyl-pragma-syntax] 'for' is a word of OpenMP; leave it out
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma parallel collapse(2)  // error: [appyl-pragma-syntax] in front of the inner loops
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[i * n + j] = i;
#pragma parallel shared(a)  // error: [appyl-pragma-syntax] what is declared outside of the loop is shared
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma parallel firstprivate(n)  // error: [appyl-pragma-syntax] 'private'
  for (int i = 0; i < n; ++i) a[i] = i;
}
