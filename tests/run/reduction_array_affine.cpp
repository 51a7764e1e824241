// Whole arrays reduced under affine subscripts that several iterations share.
#include "print.h"
#include <vector>

static void columnSums(const int* a, long* s, int n, int m) {
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) s[j] += a[i * m + j];
}

static void bothParallel(const double* a, double* s, int n, int m) {
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) s[j] += a[i * m + j];
}

static void everyThird(const int* a, int* s, int n) {
#pragma parallel block(16) reduction(max : s)
  for (int i = 0; i < n; ++i)
    if (a[i] > s[i / 3]) s[i / 3] = a[i];
}

static void antidiagonals(const int* a, long* s, int n) {
#pragma parallel reduction(s)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) s[i + j] += a[i * n + j];
}

static void fixedSize(const int* a, int n, int (&counts)[4]) {
#pragma parallel reduction(+ : counts)
  for (int i = 0; i < n; ++i) {
    counts[0] += a[i];
    counts[1] -= i;
    counts[3]++;
  }
}

static void outerProduct(const double* x, double* c, int n, int m) {
#pragma parallel block(32) reduction(+ : c)
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) c[i * m + j] += x[k * m + i] * x[k * m + j];
}

static void convolution(const long* a, const long* w, long* out, int n, int k) {
#pragma parallel reduction(+ : out)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j) out[i + j] += a[i] * w[j];
}

int main() {
  for (int n : {0, 1, 17, 129}) {
    const int m = 11;
    std::vector<int> a(n * m);
    fill(a.data(), a.size(), 1);
    std::vector<long> s(m, 5);
    columnSums(a.data(), s.data(), n, m);
    print("columns", s.data(), s.size());
    std::vector<double> d(n * m), t(m, 0.5), c(m * m);
    fill(d.data(), d.size(), 2);
    bothParallel(d.data(), t.data(), n, m);
    print("both", t.data(), t.size());
    outerProduct(d.data(), c.data(), n, m);
    print("outer", c.data(), c.size());
    std::vector<int> third(n * m / 3 + 1);
    everyThird(a.data(), third.data(), n * m);
    print("third", third.data(), third.size());
    const int q = n < m ? n : m;
    std::vector<long> diagonals(2 * q + 1);
    antidiagonals(a.data(), diagonals.data(), q);
    print("diagonals", diagonals.data(), diagonals.size());
    int counts[4] = {1, 2, 3, 4};
    fixedSize(a.data(), n, counts);
    print("fixed", counts, 4);
    std::vector<long> x(n), w(5), out(n + 5);
    fill(x.data(), x.size(), 3);
    fill(w.data(), w.size(), 4);
    convolution(x.data(), w.data(), out.data(), n, 5);
    print("convolution", out.data(), out.size());
  }
}
