// Inner bounds that depend on outer counters.
#include "print.h"
#include <algorithm>
#include <vector>

static void lower(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j <= i; ++j) a[i * n + j] = i * 3 + j;
}

static void upper(int* a, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i)
#pragma parallel block(4)
    for (int j = i + 1; j < n; ++j) a[i * n + j] -= j;
}

static void band(int* a, int n, int width) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = std::max(0, i - width); j < std::min(n, i + width + 1); ++j) a[i * n + j] += 100;
}

static void countdown(int* a, int n) {
#pragma parallel
  for (int i = n - 1; i >= 0; --i)
#pragma parallel
    for (int j = i; j >= 0; j -= 2) a[i * n + j] ^= 3;
}

static long pairs(const int* x, int n) {
  long s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = i + 1; j < n; ++j) s += static_cast<long>(x[i]) * x[j];
  return s;
}

static void tetrahedron(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = i; j < n; ++j)
#pragma parallel
      for (int k = j; k < n; ++k) a[(i * n + j) * n + k] = i + j + k;
}

// Forward substitution for many right-hand sides: sequential inside, triangular, parallel outside.
static void substitute(const double* l, double* b, int n, int columns) {
#pragma parallel block(8)
  for (int c = 0; c < columns; ++c)
    for (int i = 0; i < n; ++i) {
      double s = b[i * columns + c];
      for (int j = 0; j < i; ++j) s -= l[i * n + j] * b[j * columns + c];
      b[i * columns + c] = s / (l[i * n + i] + 2.0);
    }
}

// Sequential loops inside that are no different from parallel ones, or only look so.
static void eliminate(unsigned* a, int n) {
  for (int k = 0; k < n; ++k)
#pragma parallel
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
static void withItself(unsigned* a, int n) {
  for (int k = 0; k < n; ++k)
#pragma parallel
    for (int i = k + 1; i < n; ++i)
      for (int j = k; j < n; ++j) a[i * n + j] += a[i * n + k] + a[k * n + j];
}
static void summed(unsigned* a, const unsigned* same, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n; ++j) a[i * n + j] += 3 * a[i * n + j - 1];
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n; ++j) a[i * n + j] += a[i * n] + same[i * n + j - 1];
}
static void workspace(unsigned* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    unsigned row[130], last = 0;
    row[0] = a[i * n];
    for (int j = 1; j < n; ++j) row[j] = 2 * row[j - 1] + a[i * n + j];
    for (int j = 1; j < n; ++j) a[i * n + j] = last + row[j] + a[i * n], last = a[i * n + j];
  }
}

int main() {
  for (int n : {0, 1, 2, 17, 64, 130}) {
    std::vector<int> a(n * n), x(n);
    fill(a.data(), a.size(), 1);
    fill(x.data(), x.size(), 2);
    lower(a.data(), n);
    upper(a.data(), n);
    print("upper", a.data(), a.size());
    band(a.data(), n, 3);
    countdown(a.data(), n);
    print("band", a.data(), a.size());
    std::printf("%ld\n", pairs(x.data(), n));
    std::vector<unsigned> u(a.begin(), a.end());
    eliminate(u.data(), n);
    print("eliminate", u.data(), u.size());
    withItself(u.data(), n);
    summed(u.data(), u.data(), n);
    print("summed", u.data(), u.size());
    workspace(u.data(), n);
    print("workspace", u.data(), u.size());
  }
  for (int n : {1, 9}) {
    std::vector<int> a(n * n * n);
    tetrahedron(a.data(), n);
    print("tetrahedron", a.data(), a.size());
    std::vector<double> l(n * n), b(n * 20);
    fillFraction(l.data(), l.size(), 3);
    fillFraction(b.data(), b.size(), 4);
    substitute(l.data(), b.data(), n, 20);
    print("substitute", b.data(), b.size());
  }
}
