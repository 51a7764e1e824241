// `par_dim` and `seq_dim` before statements of every kind: masked stores, atomic updates, running sums, updates of a
// part of an array by its other parts.
// flags: -Iinclude
// run: 0
// run: 1
// run: 8
// run: 37
#include <appyl/appyl.hpp>
#include <cstdlib>
#include "print.h"
#include <vector>
using namespace appyl;
constexpr int B = 8;

void halve(view<const double> a, view<double> c, int n) {
#pragma par_dim(0:n:B)
  store(c(slice(n)), a(slice(n)) / 2, a(slice(n)) > 0.0);
}
void halveSome(view<const double> a, view<double> c, int n, bool all) {
#pragma par_dim(:(all ? n : n / 2):B)
  c(slice((all ? n : n / 2))) = a(slice((all ? n : n / 2))) / 4;
}
void halveRows(view<const double, 2> a, view<const int> wanted, view<double, 2> c, int n) {
#pragma par_dim(:n:B) seq_dim(:n:B)
  store(c(slice(n), slice(n)), a(slice(n), slice(n)) / 2, reshape(wanted(slice(n)), n, 1) == 1);
}
void storeSums(view<const double, 2> a, view<double> c, int n) {
#pragma par_dim(:n:B)
  store(c(slice(n)), sum(a(slice(n), slice(n)), 1), c(slice(n)) > 0.0);
}
void count(view<const int> labels, view<int> hits, int n) {
#pragma par_dim(:n:B)
  atomic_add(hits(labels(slice(n))), 1);
}
void farthest(view<const int> labels, view<const int> x, view<int> far, int n) {
#pragma par_dim(:n:B)
  atomic_max(far(labels(slice(n))), x(slice(n)));
}
void countInRows(view<const int, 2> labels, view<int, 2> hits, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma par_dim(:n:B)
    atomic_add(hits(i, labels(i, slice(n))), 1);
  }
}
void totals(view<const double, 2> a, view<double, 2> c, int n) {
#pragma par_dim(:n:B)
  c(slice(n), slice(n)) = cumsum(a(slice(n), slice(n)), 1);
}
void totalsDown(view<const double, 2> a, view<double, 2> c, int m, int n) {
#pragma par_dim(:n:B) seq_dim(:m:4)
  c(slice(m), slice(n)) += cumsum(a(slice(m), slice(n)), 0);
}
// The rest of a matrix by its pivot's column and row.
void eliminate(view<double, 2> a, int n) {
  for (int k = 0; k < n; ++k) {
#pragma par_dim(k + 1:n:B)
    a(slice(k + 1, n - k - 1), k) /= a(k, k);
#pragma par_dim(k + 1:n:B, k + 1:n:B)
    a(slice(k + 1, n - k - 1), slice(k + 1, n - k - 1)) -=
        reshape(a(slice(k + 1, n - k - 1), k), n - k - 1, 1) * a(k, slice(k + 1, n - k - 1));
  }
}
// A number of the array that is changed is that of before.
void byFirst(view<double> a, int n) {
#pragma par_dim(:n:B)
  a(slice(n)) = a(slice(n)) - a(0) * 0.5;
}
void byFirstSummed(view<double> a, view<const double, 2> x, int n) {
#pragma par_dim(:n:B) seq_dim(:n:B)
  a(slice(n)) += sum(x(slice(n), slice(n)) * a(n - 1), 1);
}
void byRowsFirst(view<double, 2> c, view<const double, 2> a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    c(i, slice(B)) = map([&](double v) { return v * c(i, 0); }, a(i, slice(B)));
}
void fromNextRow(view<double, 2> a, int n, int k) {
#pragma par_dim(:n:B)
  a(0, slice(n)) = 2 * a(1, slice(n));
#pragma par_dim(:n:B)
  a(k, slice(n)) -= a(k + 1, slice(n)) * 3;
}
void named(view<const double> x, view<double> y, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B)
    for (int j = 0; j < B; j += 4) {
      auto part = slice(i + j, 4);
      y(part) = x(part) * 2;
    }
}
void upperHalf(view<double> a, int n) {
#pragma par_dim(:n:B)
  a(slice(n)) = a(slice(n, n)) + 1.0;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37;
  const std::size_t all = static_cast<std::size_t>(n) * n;
  std::vector<double> a(all), c(all, 0.5), x(n), y(2 * n, 3.0);
  std::vector<int> labels(all), hits(all), far(n, -60), numbers(n);
  fill(a.data(), all, 1);
  fill(x.data(), n, 2);
  fill(numbers.data(), n, 3);
  for (std::size_t i = 0; i < all; ++i) labels[i] = static_cast<int>(i * 7 % (n / 2 + 1));
  const view<const double, 2> matrix(a.data(), n, n);
  const view<double, 2> results(c.data(), n, n);
  const view<const int> firstLabels(labels.data(), n);
  halve(view<const double>(x.data(), n), view<double>(y.data(), n), n);
  halveSome(view<const double>(x.data(), n), view<double>(y.data() + n, n), n, n % 2 == 0);
  print("halve", y.data(), n);
  halveRows(matrix, firstLabels, results, n);
  print("halveRows", c.data(), all);
  storeSums(matrix, view<double>(y.data(), n), n);
  print("storeSums", y.data(), n);
  count(firstLabels, view<int>(hits.data(), n), n);
  farthest(firstLabels, view<const int>(numbers.data(), n), view<int>(far.data(), n), n);
  print("count", hits.data(), n);
  print("farthest", far.data(), n);
  countInRows(view<const int, 2>(labels.data(), n, n), view<int, 2>(hits.data(), n, n), n);
  print("countInRows", hits.data(), all);
  totals(matrix, results, n);
  print("totals", c.data(), all);
  totalsDown(matrix, results, n, n);
  print("totalsDown", c.data(), all);
  for (int i = 0; i < n; ++i) c[i * n + i] = 4096;
  eliminate(results, n);
  print("eliminate", c.data(), all);
  if (n > 0) byFirst(view<double>(y.data(), n), n);
  if (n > 0) byFirstSummed(view<double>(y.data(), n), matrix, n);
  byRowsFirst(results, matrix, n);
  print("byRowsFirst", c.data(), all);
  if (n > 3) fromNextRow(results, n, 2);
  print("fromNextRow", c.data(), all);
  named(view<const double>(x.data(), n), view<double>(y.data(), n), n);
  print("named", y.data(), n);
  upperHalf(view<double>(y.data(), 2 * n), n / 2);
  print("parts", y.data(), n);
}
