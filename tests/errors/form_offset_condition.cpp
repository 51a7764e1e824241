void smooth(double* a, const double* b, int n) {
#pragma parallel
  for (int i = 0; i + 1 < n; ++i)  // error: [appyl-loop-form] the condition compares 'i + 1', not the counter 'i', with a bound; write 'i < n - 1'
    a[i] = b[i] + b[i + 1];
}
void backwards(double* a, int n, int m, short last) {
#pragma parallel
  for (short i = last; m <= i - (n + 1); --i)  // error: [appyl-loop-form] the condition compares 'i - (n + 1)', not the counter 'i', with a bound; write 'm + (n + 1) <= i'
    a[i] = 0;
}
void plus(double* a, long n, int m) {
#pragma parallel
  for (long i = 0; m + i != n * m; i++)  // error: [appyl-loop-form] the condition compares 'm + i', not the counter 'i', with a bound; write 'i != n * m - m'
    a[i] = 0;
}
void reversed(double* a, int n) {
#pragma parallel
  for (int i = 0; n - i > 0; ++i)  // error: [appyl-loop-form] the condition does not compare the counter 'i' with a bound; use <, <=, >, >= or !=
    a[i] = 0;
}
