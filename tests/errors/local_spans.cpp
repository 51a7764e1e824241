// Spans that each iteration makes of a part of an array are other names of its elements.
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
// A span of a span is not followed.
void nested(std::vector<double>& a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto row = std::span(a).subspan(i * m, m);  // warning: [appyl-unproved] any element of 'a' may be touched
    auto half = row.first(m / 2);
    half[0] = 1;
  }
}
