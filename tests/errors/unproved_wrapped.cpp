// What another name leads to in ways of the library: wrapped references, parts of a std::valarray, containers that were
// moved, pointers that were set by a placement new.
#include <functional>
#include <memory>
#include <new>
#include <utility>
#include <valarray>
#include <vector>

void converted(double* a, int n) {
  double t = 0;
  double& q = std::ref(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    q = a[i];  // warning: [appyl-unproved] 'q' is reached in a way that is not followed
    a[i] = t + 1;
  }
}

void asked(double* a, int n) {
  double t = 0;
  double& q = std::ref(t).get();
#pragma parallel
  for (int i = 0; i < n; ++i) {
    q = a[i];  // warning: [appyl-unproved] 'q' is reached in a way that is not followed
    a[i] = t + 1;
  }
}

void partOfAnother(std::valarray<double>& a, double* c, int n) {
  std::slice_array<double> b = a[std::slice(0, 4, 1)];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b = c[i];  // warning: [appyl-unproved] what 'b' refers to is not known
    c[i] = a[0];
  }
}

void moved(std::vector<double>& a, std::vector<double>& b, int n) {
  double* p = a.data();
  b = std::move(a);
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = b[i + 1];  // warning: [appyl-unproved] 'p' and 'b' may be the same memory
}

void movedAtFirst(std::vector<double>& a, int n) {
  double* p = a.data();
  std::vector<double> b(std::move(a));
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = b[i + 1];  // warning: [appyl-unproved] 'p' and 'b' may be the same memory
}

void placed(double* a, int n) {
  double* p;
  new (&p) double*(a + 1);
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = a[i];  // warning: [appyl-unproved] 'p' and 'a' may be the same memory
}

// Two containers remain two.
void apart(std::vector<double>& a, std::vector<double>& c, int n) {
  std::vector<double> b = std::move(a);
  a = std::move(c);
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b[i + 1];
}

void placedElsewhere(double* a, const double* c, int n) {
  double* p;
  new (&p) double*(a + 1);
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = c[i];
}

// A size that is made of something negative is a huge number: nothing follows from its having no sign.
#include <cstddef>
void doubledBelow(float* a, int m, int n) {
  const std::size_t q = -2 * m;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (m > 0) a[i / 2] += i + a[q + 2 * m];  // warning: [appyl-unproved]
}
void belowInFewBits(float* a, int m, int n) {
  const unsigned q = -2 * m;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (m > 0) a[i / 2] = i + q;  // error: [appyl-race] iterations i = 0 and i = 1 both write a[0]
}
void around(float* a, std::size_t m, int n) {
  const std::size_t q = 3 - m;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (m > 3) a[q + m] = i;  // warning: [appyl-unproved]
}
void ofASign(float* a, long m, int n) {
  const std::size_t q = m;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (m < 0) a[q - m] = i;  // warning: [appyl-unproved]
}
