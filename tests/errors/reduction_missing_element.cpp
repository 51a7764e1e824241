// prints: reduction(+:a
void f(const int* x, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[0] += x[i];  // error: [appyl-reduction] a
}
