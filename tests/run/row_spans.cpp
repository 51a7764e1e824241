// Spans that each iteration makes of its own row.
// flags: -std=c++20
#include "print.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

static void indexed(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::span<double> row(a + i * m, m);
    for (int j = 0; j < m; ++j) row[j] += i;
  }
}

static void ranged(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::span row{a + i * m, std::size_t(m)};
    for (double& x : row) x *= 2;
    for (std::size_t j = 0; j < row.size(); ++j) row[j] += j;
  }
}

#ifndef ON_DEVICE
/// Rows whose type says how long they are.
static void copied(const double* x, double (*rows)[3], int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double own[3] = {1, 2, 3};
    for (double& each : own) each *= x[i];
    std::memcpy(rows[i], own, sizeof own);
  }
}

struct Matrix {
  std::vector<double> cells;
  int m;
  std::span<double> row(int i) { return {cells.data() + i * m, std::size_t(m)}; }
  std::span<double> part(int i) { return std::span(cells).subspan(i * m, m); }
};

static void ofVector(std::vector<double>& a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto row = std::span(a).subspan(i * m, m);
    for (double& x : row) x += 1;
  }
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (double& x : std::span<double>(a).subspan(i * m, m)) x *= 2;
}

static void ofSpan(std::span<double> a, std::vector<double>& sums, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (double x : a.subspan(i * m, m)) s += x;
    sums[i] = s;
  }
}

// Iterators of a row, and a span of its span.
static void algorithms(std::span<double> a, std::vector<double>& sums, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const std::span<const double> row = a.subspan(i * m, m);
    sums[i] = std::accumulate(row.begin(), row.end(), 0.0) + *std::max_element(row.begin() + 1, row.end());
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto row = a.subspan(i * m, m);
    const auto half = row.first(m / 2);
    std::fill(half.begin(), half.end(), i);
    for (std::size_t j = 0; j < half.size(); ++j) half[j] += j;
  }
}

static void iterators(std::vector<double>& a, const std::vector<double>& b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = i * m;
    const auto first = a.begin() + k;
    k += m;
    std::reverse(first, a.begin() + k);
    auto from = b.cbegin() + i * m, to = from + m;
    std::copy(from, to, first);
    std::sort(first, first + m);
  }
}

static void accessors(Matrix& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (double& x : a.row(i)) x += 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto row = a.part(i);
    for (int j = 0; j < a.m; ++j) row[j] *= 2;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) a.row(i)[0] = i;
}
#endif

// Each part of the rows has counts of its own: a byte is below 256.
static void counts(const std::uint8_t* x, int* count, int n, int parts) {
#pragma parallel shape(count[256 * parts])
  for (int p = 0; p < parts; ++p)
    for (int i = p; i < n; i += parts) count[p * 256 + x[i]] += 1;
}

int main() {
  for (const int n : {0, 1, 7}) {
    const int m = n + 3;
    std::vector<double> a(n * m), sums(n);
    fill(a.data(), a.size(), 1);
    indexed(a.data(), n, m);
    ranged(a.data(), n, m);
#ifndef ON_DEVICE
    ofVector(a, n, m);
    ofSpan(a, sums, n, m);
    Matrix matrix{a, m};
    accessors(matrix, n);
    algorithms(matrix.cells, sums, n, m);
    print("of rows", sums.data(), sums.size());
    std::vector<double> b(matrix.cells.size());
    iterators(b, matrix.cells, n, m);
    print("sorted", b.data(), b.size());
    a = matrix.cells;
    std::vector<double> three(3 * n);
    copied(a.data(), reinterpret_cast<double(*)[3]>(three.data()), n);
    a.insert(a.end(), three.begin(), three.end());
    print("three", a.data(), a.size());
    a.resize(n * m);
#else
    for (double& x : a) x = (x + 1) * 2;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) sums[i] += a[i * m + j];
    for (double& x : a) x = (x + 1) * 2;
    for (int i = 0; i < n; ++i) a[i * m] = i;
#endif
    print("a", a.data(), a.size());
    print("sums", sums.data(), sums.size());
    std::vector<std::uint8_t> x(50 * n);
    for (int i = 0; i < 50 * n; ++i) x[i] = static_cast<std::uint8_t>(i * 37);
    std::vector<int> count(256 * 3);
    counts(x.data(), count.data(), 50 * n, 3);
    print("counts", count.data(), count.size());
  }
}
