void f(int (&a)[10]) {
#pragma parallel  // error@+1: [appyl-loop-form]
  for (int& x : a) x = 1;
}
