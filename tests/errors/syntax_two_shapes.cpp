void f(float* c, int n, int k) {
#pragma parallel shape(c[n]) shape(c[k])  // error: [appyl-pragma-syntax] 'shape'
  for (int i = 0; i < n; ++i) c[i] = 1;
#pragma parallel shape(c[n], c[k])  // error: [appyl-pragma-syntax] 'shape'
  for (int i = 0; i < n; ++i) c[i] = 1;
#pragma parallel shape(c[n])
#pragma shape(c[n])
  for (int i = 0; i < n; ++i) c[i] = 1;
}

#pragma shape(c[k])
void g(float* c, int n, int k) {
#pragma parallel shape(c[n])
  for (int i = 0; i < n; ++i) c[i] = k;
}
