// Spans that each iteration makes of a part of an array are other names of its elements.
#include <algorithm>
#include <array>
#include <span>
#include <vector>
void whole(int n, std::span<float> p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto s = p;
    s[0] = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write p[0]
  }
}
void part(int n, std::span<float> p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto s = p.subspan(1);
    s[0] = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write p[1]
  }
}
void ofVector(std::vector<double>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::span<double> all(a);
    all[i] = all[i + 1];  // error: [appyl-race] iteration i = 0 reads a[1], which iteration i = 1 writes
  }
}
void first(std::vector<double>& a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto row = std::span(a).first(m);
    for (int j = 0; j < m; ++j) row[j] = i;  // error: [appyl-race] both write a[0]
  }
}
void windows(std::vector<double>& a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto row = std::span(a).subspan(i * m, m + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = 1;  // error: [appyl-race] iterations i = 0 and i = 1 both write
  }
}
void elements(std::array<double, 100>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (double x : std::span(a).subspan(0, 3))  // warning: [appyl-unproved] blocks of 'a' may overlap
      a[i] += x;
}
struct Matrix {
  std::vector<double> cells;
  int m;
  std::span<double> row(int i) { return std::span(cells).subspan(i * m, m); }
};
void accessors(Matrix& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a.row(0)[i % 2] = i;  // error: [appyl-race] both write a.cells[0]
}
void nested(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::span<double> row(a + i * m, 2 * m);
    auto half = row.first(m + 1);
    for (std::size_t j = 0; j < half.size(); ++j) half[j] = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write a[1]
  }
}
void last(double* a, double* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::span<double> row(a + i * m, m);
    std::span<double> rest = row.last(m / 2);
    b[i] = rest[0];
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::span<double> row(a + i * m, m);
    std::span<double> rest = row.last(m + 2);
    rest[0] = rest[m];  // error: [appyl-race]
  }
}
void filled(std::span<double> a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i) {
    auto row = a.subspan(i * m, m + 1);
    std::fill(row.begin(), row.end(), 0.0);  // warning: [appyl-unproved] blocks of 'a' may overlap
  }
}
// Iterators are where they were declared, whatever has changed since.
void iterators(std::vector<double>& a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = 0;
    auto first = a.begin() + k;
    k = i;
    std::fill(first, first + 1, 0.0);  // warning: [appyl-unproved] blocks of 'a' may overlap
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = i * m;
    auto first = a.begin() + k;
    k += m + 1;
    std::fill(first, a.begin() + k, 0.0);  // warning: [appyl-unproved] blocks of 'a' may overlap
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto first = a.begin() + i;
    if (m) first = a.begin();
    std::fill(first, first + 1, 0.0);  // warning: [appyl-unproved] what 'first' refers to is not known
  }
}
static void put(std::vector<double>& a, int k) {
  auto it = a.begin() + k;
  std::fill(it, it + 1, k);
}
void called(std::vector<double>& a, std::vector<double>& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) put(a, i), put(b, 0);  // warning: [appyl-unproved] blocks of 'b' may overlap
}
