// options: -Rappyl
// prints: remark:
void f(const float* a, float* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a[i];
}
