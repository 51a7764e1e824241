void opaque(int* a, int i);
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    opaque(a, i);  // warning: [appyl-unproved]
}
