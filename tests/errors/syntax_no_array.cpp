struct Box {
  float* data;
  int size;
};
void f(float* c, float* d, Box box, int n, int k) {
#pragma parallel shape(k[n])  // error: [appyl-pragma-syntax] 'k' in clause 'shape' is no array
  for (int i = 0; i < n; ++i) c[i] = 1;
#pragma parallel device(n)  // error: [appyl-pragma-syntax] 'n' in clause 'device' is no array
  for (int i = 0; i < n; ++i) c[i] = 1;
#pragma appyl data(n)  // error: [appyl-pragma-syntax] 'n' in clause 'data' is no array
  {
#pragma parallel
    for (int i = 0; i < n; ++i) c[i] = 1;
  }
#pragma parallel shape(box.size[n])  // error: [appyl-pragma-syntax] 'box.size' in clause 'shape' is no array
  for (int i = 0; i < n; ++i) box.data[i] = 1;
#pragma parallel shape(c[n], box.data[n]) device(d)
  for (int i = 0; i < n; ++i) box.data[i] = c[i] + d[i];
}
