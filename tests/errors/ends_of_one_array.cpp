// Two pointers of which one is counted from the other lead to one array.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>

void difference(double* first, double* last) {
#pragma parallel
  for (std::ptrdiff_t i = 0; i < last - first; ++i) first[i] = last[-i - 1];  // warning: [appyl-unproved] 'first' and 'last' may be the same memory
}

void distance(double* first, double* last) {
  const auto n = std::distance(first, last);
#pragma parallel
  for (long i = 0; i < n; ++i) first[i] = 0.5 * *(last - 1 - i);  // warning: [appyl-unproved] 'first' and 'last' may be the same memory
}

void exchanged(double* first, double* last) {
  const std::ptrdiff_t n = last - first;
#pragma parallel
  for (std::ptrdiff_t i = 0; i < n; ++i) std::swap(first[i], last[-1 - i]);  // warning: [appyl-unproved] 'first' and 'last' may be the same memory
}

void walked(double* first, double* last) {
  long n = 0;
  for (double* p = first; p != last; ++p) ++n;
#pragma parallel
  for (long i = 0; i < n; ++i) first[i] = last[-i - 1];  // warning: [appyl-unproved] 'first' and 'last' may be the same memory
}

void ordered(double* p, double* last, long n) {
  if (!(p < last)) return;
#pragma parallel
  for (long i = 0; i < n; ++i) p[i] = last[-i - 1];  // warning: [appyl-unproved] 'p' and 'last' may be the same memory
}

void range(double* first, double* last, long n) {
  std::fill(first, last, 0.0);
#pragma parallel
  for (long i = 0; i < n; ++i) first[i] = last[-i - 1] + 1;  // warning: [appyl-unproved] 'first' and 'last' may be the same memory
}

struct Vector {
  double *first, *last;
  long size() const { return last - first; }
  void reverse() {
#pragma parallel
    for (long i = 0; i < size(); ++i) first[i] = last[-i - 1];  // warning: [appyl-unproved] 'this->first' and 'this->last' may be the same memory
  }
};

// What only asks whether two are the same does not make them one.
void different(double* a, double* b, int n) {
  if (a == b) return;
  assert(a != b);
  assert(a + n <= b || b + n <= a);
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = b[i - 1];
}

void another(const double* first, const double* last, double* out) {
  const auto n = last - first;
  std::copy(first, last, out);
#pragma parallel
  for (std::ptrdiff_t i = 1; i < n; ++i) out[i] = first[i - 1];
}
