// A bare first word may be somebody else's pragma: a warning, and the loop stays sequential.
void f(int* a, int n) {
#pragma paralel  // warning: [appyl-*] 'paralel'
  for (int i = 0; i < n; ++i) a[i] = i;
}
