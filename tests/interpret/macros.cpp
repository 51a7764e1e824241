// Accesses that come out of macros.
#include <array>
#include <cstdio>
#include <vector>

#define A(i, j) a[(i) * lda + (j)]
static void ramp(int n, int m, int lda, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      A(i + PLANTED, j) = i;  // finds: a[80] is outside [0, 80); program (7), i = 7, j = 0 [appyl-out-of-bounds]
}

#define ROW(i, j) rows[(i)][(j) + 1]
static void pairs(std::vector<std::array<int, 4>>& rows, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3 + PLANTED; ++j)
      ROW(i, j) = j;  // finds: rows[0][4] is outside [0, 4) in dimension 1; program (0), i = 0, j = 3 [appyl-out-of-bounds]
}

#define TAKE(v, at) v[at]
static void taken(const std::vector<int>& x, std::vector<int>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    y[i] = TAKE(x, i + PLANTED);  // finds: x[10] is outside [0, 10); program (9), i = 9 [appyl-out-of-bounds]
}

int main() {
  std::vector<double> a(80);
  ramp(8, 10, 10, a.data());
  std::vector<std::array<int, 4>> rows(5);
  pairs(rows, 5);
  std::vector<int> x(10), y(10);
  taken(x, y, 10);
  std::printf("%g\n", a[10]);
}
