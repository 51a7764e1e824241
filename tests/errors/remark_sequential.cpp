// options: -Rappyl --fp=strict
// prints: the order of the operations on 's'
float f(const float* a, int n) {
  float s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i];  // remark: [appyl-sequential] 's'
  return s;
}
