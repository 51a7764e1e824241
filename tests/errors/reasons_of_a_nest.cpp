// One warning for a nest, with all that stands in the way of a proof; a clause where one is all that is missing; and
// nothing twice.
// prints: note: another reason: subscript 'place(i)' of 'c' is not affine
// prints: note: another reason: the definition of 'place' is not visible
// prints: note: another reason: 'last' is private
// prints: note: the clause goes here
#include <vector>

int place(int i);
void pick(int n, const int* to, const double* a, double* b, double* c) {
  double last;
#pragma parallel private(last)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) last = a[i];
    b[to[i]] = last;  // warning: [appyl-unproved] 'to[i]' of 'b' is not affine; run it with --target=interpret
    c[place(i)] = a[i];
  }
}

void tally(int n, const int* key, int* count, std::vector<double>& sums, const double* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) count[key[i]] += 1;  // warning: [appyl-unproved] 'reduction(+:count)' combines its updates, with 'shape(count[N])'
#pragma parallel
  for (int i = 0; i < n; ++i) sums[key[i]] += x[i];  // warning: [appyl-unproved] 'reduction(+:sums)' combines its updates
#pragma parallel
  for (int i = 0; i < n; ++i) count[key[i]] += count[0];  // warning: [appyl-unproved] of 'count' is not affine; run it
}

static void point(double at, int count, double* value) {
  for (int k = 0; k < count; ++k) value[k] = at * (k + 1);  // note: in a function that is called
}
void faces(int n, int count, double* a, double* b) {
  double value[16];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    point(i + 1, count, value);  // error: [appyl-race] both write value[0]
    a[i] = value[0] + value[2];
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    point(i - 1, count, value);  // error: [appyl-race] both write value[0]
    b[i] = value[0] - value[2];
  }
}

double peakOf(int n, const double* x, double* y) {
  double peak = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double a = x[i];
    a = a * a + 0;
    a = a * a + 1;
    a = a * a + 2;
    a = a * a + 3;
    a = a * a + 4;
    a = a * a + 5;
    a = a * a + 6;
    a = a * a + 7;
    a = a * a + 8;
    a = a * a + 9;
    a = a * a + 10;
    if (a > peak) peak = a;  // error: [appyl-reduction] add 'reduction(max:peak)'
    y[i] = a;
  }
  return peak;
}

void leftOut(int n, int* a) {
#ifdef ANOTHER
#pragma parallel  // remark: [appyl-sequential] a directive in a branch that this configuration leaves out
#endif
  for (int i = 0; i < n; ++i) a[i] = i;
}
