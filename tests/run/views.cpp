// Elements of appyl::view, alone and in templates, members, structs.
// run: 100
// run: 1
// flags: -Iinclude
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <appyl/appyl.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
using appyl::view;
void scale(view<const float> a, view<float> c, int n) {
#pragma parallel block(32)
  for (int i = 0; i < n; ++i) c(i) = a(i) * 2;
}
void product(view<const double, 2> a, view<const double, 2> b, view<double, 2> c) {
#pragma parallel block(16)
  for (int i = 0; i < c.extent(0); ++i)
#pragma parallel block(16)
    for (int j = 0; j < c.extent(1); ++j) {
      double s = 0;
#pragma block(8)
      for (int k = 0; k < a.extent(1); ++k) s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
}
void total(view<const float> a, view<float> b, int n) {
  b(0) = 0;
#pragma parallel reduction(+ : b)
  for (int i = 0; i < n; ++i) b(0) += a(i);
}
void counts(view<const int> label, view<int> hist, int n) {
#pragma parallel reduction(+ : hist)
  for (int i = 0; i < n; ++i) hist(label(i)) += 1;
}
void counts2(const view<const int>& label, const view<long, 2>& hist, int n) {
#pragma parallel reduction(+ : hist)
  for (int i = 0; i < n; ++i) {
    ++hist(label(i), i % 3);
    hist(0, 1) += i;
  }
}
void lowest(view<const int> label, view<const float> x, view<float, 2> least, int n) {
#pragma parallel reduction(min : least)
  for (int i = 0; i < n; ++i) least(i % 2, label(i)) = std::min(least(i % 2, label(i)), x(i) - i % 13);
}
// What says how wide the counter is: unsigned numbers beside it, overloads, sizes, shifts.
int kindOf(int i) { return i; }
int kindOf(long long i) { return static_cast<int>(-i); }
void unsignedBeside(view<const float> a, view<float> c, int n, unsigned u) {
#pragma parallel block(32)
  for (int i = -3; i < n - 3; ++i) c(i + 3) += a((i + u) % 5u + 1);
#pragma parallel block(32)
  for (int i = -3; i < n - 3; ++i)
    for (short j = 0; j < 2; ++j)
      if (i < u) c(i + 3) += a(j + 1);
}
template <class Real>
void widths(view<const Real> a, view<Real> c, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) c(i) = a((i << 30) == 0 ? i / 2 : i) + kindOf(i);
#pragma parallel block(16)
  for (int i = 0; i < n; ++i)
    c(i) -= (i >= 2 ? sizeof(i) : 1) * a(i);
#pragma parallel block(16)
  for (int i = 1; i < n; ++i) c(n - i) -= a(i - 1) * a((n - i - 1) * 1);
}
// Sums along rows that lie in memory side by side, and along others.
template <class Real>
void sums(view<const Real, 2> x, view<Real> y, int m, int n, bool twice) {
#pragma parallel block(8)
  for (int i = 1; i < m; ++i) {
    Real s = 0, t = 1;
#pragma parallel reduction(+ : s)
    for (int j = 1; j < n; ++j) s += x(i, j) * x(i - 1, j - 1) + x(0, n - j);
    if (twice)
#pragma parallel reduction(+ : t)
      for (int j = i; j < n; ++j) {
        const int k = n - 1 - j;
        t += j % m == 0 ? x(i, j) : x(i, j) + x(k % m, j) * x(i, k);
      }
    else
      s += 1;
    y(i) = s * t;
  }
}
// Rows that are told by a division, which is only made where k is no 0; and the counter's type by its name.
void guardedRows(view<const double, 2> x, view<double> y, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    double s = 0, t = 0;
#pragma parallel reduction(+ : s)
    for (int j = 0; j < n; ++j) s += k > 0 ? x(i / k, j) : 1;
#pragma parallel reduction(+ : t)
    for (int j = 0; j < k; ++j) t += x(i % k, j);
    y(i) = s - 2 * t;
  }
#pragma parallel block(16)
  for (int i = 0; i < m; ++i) {
    decltype(i) size = 3;
    y(i) += x(i, 0) * size + static_cast<double>(sizeof(size));
  }
}
double dot(view<const double> x, const view<double>& y, int n) {
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    y(i) += x(i);
    s += x(i) * y(i);
  }
  return s;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<float> a(n), c(n), d(1);
  std::vector<int> l(n), h(5);
  std::vector<double> x(n * 7, 1.5), y(7 * 30, 0.5), z(n * 30);
  for (int i = 0; i < n; ++i) a[i] = i % 9, l[i] = i % 5;
  scale(a, c, n);
  total(c, d, n);
  counts(l, h, n);
  std::vector<long> h2(15);
  counts2(l, view<long, 2>(h2, 5, 3), n);
  for (long each : h2) std::printf("%ld ", each);
  std::vector<float> low(30, 3);
  lowest(l, a, view<float, 2>(low.data(), {2, 5}, {1, 6}), n);
  for (float each : low) std::printf("%g ", each);
  product(view<double, 2>(x, n, 7), view<double, 2>(y, 7, 30), view<double, 2>(z, n, 30));
  double s = 0;
  for (double v : z) s += v;
  std::printf("%g %g %g %d\n", c[n - 1], d[0], s, h[3]);
  a.resize(n + 5, 4);
  unsignedBeside(a, c, n, 2);
  for (float each : c) std::printf("%g ", each);
  widths<float>(a, c, n);
  for (float each : c) std::printf("%g ", each);
  std::vector<double> sum(n), row(7 * n);
  for (int i = 0; i < 7 * n; ++i) row[i] = i % 5 - 1;
  for (const bool twice : {false, true}) {
    sums<double>(view<double, 2>(row, n, 7), sum, n, 7, twice);
    sums<double>(view<double, 2>(row.data(), {n, 7}, {1, n}), sum, n, 7, !twice);
    for (double each : sum) std::printf("%g ", each);
  }
  for (const int k : {0, 1, 3}) {
    guardedRows(view<double, 2>(row, n, 7), sum, n, 7, k);
    for (double each : sum) std::printf("%g ", each);
  }
  std::printf("%g ", dot(row, row, 0));
  std::printf("%g ", dot(view<double>(row.data(), {n}, {2}), view<double>(row.data() + 1, {n}, {2}), n));
  std::printf("%g\n", dot(view<double>(row.data(), 2 * n), view<double>(row.data() + 2 * n, 2 * n), 2 * n));
}
