struct S {
  long sum;
  void f(const int* a, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i)
      this->sum += a[i];  // error: [appyl-reduction] sum
  }
};
