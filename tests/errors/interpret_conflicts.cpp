// What the interpreter shows by running is a warning for it; everything else is the error that it always is.
// options: --target=interpret
#include <vector>

void proved(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1];  // warning: [appyl-race] iteration i = 2 reads a[1]  // note: the other access
}

int carried(const int* x, int* y, int n) {
  int last = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    y[i] = last;  // note: it is read here
    last = x[i];  // warning: [appyl-race] 'last' carries a value
  }
  return last;
}

int conditional(const int* x, int n) {
  int found = -1;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (x[i]) found = i;  // warning: [appyl-race] 'found' is read after the loop
  return found;
}

int missing(const int* x, int n) {
  int sum = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) sum += x[i];  // warning: [appyl-reduction] add 'reduction(+:sum)'
  return sum;
}

int outside() {
  int a[10] = {};
#pragma parallel
  for (int i = 0; i < 10; ++i) a[i + 1] = i;  // warning: [appyl-extent] index 10 of 'a'
  return a[0];
}
