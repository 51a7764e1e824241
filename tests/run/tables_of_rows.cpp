// Local tables of pointers and views: the threads share them, and each row is written by one of them.
// targets: openmp interpret
// expect-warning: [appyl-unproved]
// flags: -std=c++20
#include "print.h"
#include <array>
#include <span>
#include <vector>

static void rows(double* buffer, int n) {
  double* row[3] = {buffer, buffer + n, buffer + 2 * n};
#pragma parallel
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i) row[k][i] = 10 * k + i;
}

struct Row {
  double* p;
  int n;
};
static void structs(double* buffer, int n) {
  std::array<Row, 3> row;
  for (int k = 0; k < 3; ++k) row[k] = {buffer + k * n, n};
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) row[k].p[i] += 2 * i + k;
}

static void spans(double* buffer, int n) {
  std::span<double> row[2] = {{buffer, static_cast<std::size_t>(n)}, {buffer + n, static_cast<std::size_t>(n)}};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    row[0][i] = row[1][i] + i;
    row[1][i] = i;
  }
}

// Filled by each iteration before it reads: the table is its own, not what its pointers lead to.
static void filled(const double* a, double* b, int n) {
  const double* row[3];
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) row[k] = a + i + k;
    b[i] = row[0][0] - *row[2];
  }
}

int main() {
  for (int n : sizes) {
    std::vector<double> b(3 * n);
    rows(b.data(), n);
    structs(b.data(), n);
    print("rows", b.data(), 3 * n);
    spans(b.data(), n);
    print("spans", b.data(), 3 * n);
    std::vector<double> c(n);
    filled(b.data(), c.data(), n > 2 ? n - 2 : 0);
    print("filled", c.data(), n);
  }
}
