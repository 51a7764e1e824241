// An element that a search finds is read with its range where its value is taken; by reference it may be anything.
#include <algorithm>
#include <vector>

static void set(double& x) { x = 1; }

void swapped(double* a, double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap(*std::max_element(a, a + m), x[i]);  // warning: [appyl-unproved] std::max_element
}
void swappedInVector(std::vector<double>& a, double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap(*std::max_element(a.begin(), a.end()), x[i]);  // warning: [appyl-unproved] std::max_element
}
void byFunction(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) set(*std::max_element(a, a + m));  // warning: [appyl-unproved] std::max_element
}
void reference(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double& r = *std::max_element(a, a + m);  // warning: [appyl-unproved] std::max_element
    r = i;
  }
}
void pointer(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double* r = &*std::max_element(a, a + m);  // warning: [appyl-unproved] std::max_element
    *r = i;
  }
}
void assigned(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) *std::find(a, a + m, 1.0) = i;  // warning: [appyl-unproved] std::find
}
void ofItself(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = *std::find(x, x + m, 1.0);  // warning: [appyl-unproved] 'x'
}
void value(const double* a, double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = *std::lower_bound(a + i * m, a + (i + 1) * m, 2.0);
}
