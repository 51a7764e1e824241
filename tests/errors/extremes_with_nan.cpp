// What is not a number, and -0.0: results that would show in which order the iterations came.
#include <algorithm>

double smallest(int n, const double* x) {
  double v = 1e30, w = 1e30;
#pragma parallel reduction(min : v, w)
  for (int i = 0; i < n; ++i) {
    v = std::min(x[i], v);  // warning: [appyl-reduction] a NaN takes the place of 'v'
    w = std::min(w, x[i]);
  }
  return v + w;
}
int whole(int n, const int* x) {
  int v = 1000;
#pragma parallel reduction(min : v)
  for (int i = 0; i < n; ++i) v = std::min(x[i], v);
  return v;
}
double sum(int n, const double* x) {
  double v = -0.0;
#pragma parallel reduction(+ : v)  // warning: [appyl-reduction] 'v' begins with -0.0
  for (int i = 0; i < n; ++i) v += x[i];
  return v;
}
