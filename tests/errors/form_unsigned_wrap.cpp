// Counting down until the unsigned value wraps is no canonical loop: the step is against the comparison.
void f(int* a, unsigned n) {
#pragma parallel
  for (unsigned i = n - 1; i < n; --i)  // error: [appyl-loop-form]
    a[i] = 1;
}
