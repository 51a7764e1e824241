// Bounds that are elements of arrays: sparse matrices in CSR.
#include "print.h"
#include <vector>

struct Csr {
  int rows;
  std::vector<int> start, column;
  std::vector<double> value;
};

static void multiply(const Csr& m, const double* x, double* y) {
  const int* start = m.start.data();
  const int* column = m.column.data();
  const double* value = m.value.data();
  const int rows = m.rows;
#pragma parallel shape(value[start[rows]], column[start[rows]], x[rows]) block(16)
  for (int i = 0; i < rows; ++i) {
    double s = 0;
    for (int p = start[i]; p < start[i + 1]; ++p) s += value[p] * x[column[p]];
    y[i] = s;
  }
}

static void multiplyDense(int rows, const int* start, const int* column, const double* value, const double* b, double* c,
                          int n) {
#pragma parallel shape(value[start[rows]], column[start[rows]], b[rows * n])
  for (int i = 0; i < rows; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j)
      for (int p = start[i]; p < start[i + 1]; ++p) c[i * n + j] += value[p] * b[column[p] * n + j];
}

static double total(const Csr& m) {
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < m.rows; ++i)
    for (int p = m.start[i]; p < m.start[i + 1]; ++p) s += m.value[p];
  return s;
}

static void rowMaxima(int rows, const int* start, const double* value, double* y) {
#pragma parallel shape(value[start[rows]])
  for (int i = 0; i < rows; ++i) {
    double best = -1e30;
#pragma parallel reduction(max : best)
    for (int p = start[i]; p < start[i + 1]; ++p)
      if (value[p] > best) best = value[p];
    y[i] = best;
  }
}

int main() {
  for (int rows : {0, 1, 50, 129}) {
    Csr m;
    m.rows = rows;
    m.start.push_back(0);
    for (int i = 0; i < rows; ++i) {
      for (int k = 0; k < (i * 7) % 5; ++k) m.column.push_back((i * 13 + k * 29) % rows);
      m.start.push_back(static_cast<int>(m.column.size()));
    }
    m.value.resize(m.column.size());
    fillFraction(m.value.data(), m.value.size(), 1);
    std::vector<double> x(rows), y(rows);
    fillFraction(x.data(), x.size(), 2);
    multiply(m, x.data(), y.data());
    print("vector", y.data(), y.size());
    const int n = 37;
    std::vector<double> b(rows * n), c(rows * n);
    fillFraction(b.data(), b.size(), 3);
    multiplyDense(rows, m.start.data(), m.column.data(), m.value.data(), b.data(), c.data(), n);
    print("dense", c.data(), c.size());
    std::printf("~ %.17g\n", total(m));
    rowMaxima(rows, m.start.data(), m.value.data(), y.data());
    print("maxima", y.data(), y.size());
  }
}
