void f(int* a, int n) {
#pragma parallel
  for (int* p = a; p != a + n; ++p)  // error: [appyl-loop-form] 'p'
    *p = 1;
}
