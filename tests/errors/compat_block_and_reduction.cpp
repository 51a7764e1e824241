// options: --appyl-compat
float f(const float* a, int n) {
  float s = 0;
#pragma parallel block(256) reduction(+ : s)  // error: [appyl-compat]
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
