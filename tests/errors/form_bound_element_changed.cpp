void f(int* a) {
#pragma parallel
  for (int i = 1; i < a[0]; ++i) a[i - 1] = 9;  // error: [appyl-loop-form] 'a'
}
