void h(int n, int& m, float* x) {
  int& end = m;
#pragma parallel
  for (int i = 0; i < end; ++i) {  // error: [appyl-loop-form] 'end', on which the bound of the loop depends, is changed
    x[i] = 1;
    m = n;
  }
}
