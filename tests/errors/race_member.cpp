struct S {
  int last;
  void f(const int* a, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i)
      if (a[i] > last) last = a[i] / 2;  // error: [appyl-race] last
  }
};
