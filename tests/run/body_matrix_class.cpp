// A class of one's own around a vector: private sizes behind functions that return them, elements by operator(),
// objects whose sizes differ.
#include "print.h"
#include <utility>
#include <vector>

class Matrix {
 public:
  Matrix(int rows, int columns) : values(static_cast<std::size_t>(rows) * columns), rows_(rows), columns_(columns) {}
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  double& operator()(int i, int j) { return values[i * columns_ + j]; }
  double operator()(int i, int j) const { return values[i * columns_ + j]; }
  void add(int i, int j, double x) { (*this)(i, j) += x; }
  const std::vector<double>& all() const { return values; }
  void scale(double factor) {
#pragma parallel
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < columns(); ++j) values[i * columns() + j] *= factor;
  }

 private:
  std::vector<double> values;
  int rows_, columns_;
};

static void add(const Matrix& a, const Matrix& b, Matrix& out) {
#pragma parallel
  for (int i = 0; i < a.rows(); ++i)
#pragma parallel block(16)
    for (int j = 0; j < a.columns(); ++j) out(i, j) = a(i, j) + b(i, j);
}

static void addTo(Matrix& out) {
#pragma parallel
  for (int i = 0; i < out.rows(); ++i)
    for (int j = 0; j < out.columns(); ++j) out.add(i, j, i - j);
}

static void multiply(const Matrix& a, const Matrix& b, Matrix* out) {
#pragma parallel
  for (int i = 0; i < out->rows(); ++i)
    for (int j = 0; j < out->columns(); ++j) {
      double sum = 0;
      for (int k = 0; k < a.columns(); ++k) sum += a(i, k) * b(k, j);
      (*out)(i, j) = sum;
    }
}

int main() {
  for (int n : {0, 1, 5, 17, 64}) {
    Matrix a(n, n + 3), b(n, n + 3), c(n, n + 3), narrow(2 * n + 9, (n + 4) / 2), square(n, n), transposed(n + 3, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n + 3; ++j) {
        a(i, j) = (i * 7 + j * 3) % 11;
        b(i, j) = (i * 5 + j) % 13;
        transposed(j, i) = (i + j) % 5;
      }
    add(a, b, c);
    add(a, b, narrow);  // rows overlap: only the sequential order gives this result
    c.scale(0.5);
    addTo(c);
    multiply(a, transposed, &square);
    print("sum", c.all().data(), c.all().size());
    print("overlapping rows", narrow.all().data(), narrow.all().size());
    print("product", square.all().data(), square.all().size());
  }
}
