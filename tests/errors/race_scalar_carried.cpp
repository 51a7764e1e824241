int f(const int* a, int* b, int n) {
  int s = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s = s * 2 + a[i];  // error: [appyl-race] 's'
    b[i] = i;
  }
  return s;
}
void throughLambda(const float* x, float* c, int n) {
#pragma parallel
  for (int j = 0; j < n; ++j) {
    int k = 0;
    auto f = [&](float v) { return v + static_cast<float>(k++); };  // error: [appyl-race] 'k' carries a value from one iteration of 'i'
    auto g = [&](float v) { return f(v) * 2; };
#pragma parallel
    for (int i = 0; i < 8; ++i) c[j * 8 + i] = g(x[j * 8 + i]);
  }
}
