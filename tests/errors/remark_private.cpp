// options: -Rappyl
// prints: 't'
// prints: 'last'
float f(const float* a, float* b, int n) {
  float t, last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    last = t * 2;
    b[i] = t * t;
  }
  return last;
}
