// What all instances of a template take for granted is checked in front of the loop, where names say it that mean the
// same in the template, and numbers that are the same in all of them.
#include <cstddef>
#include <vector>

template <class T>
class Matrix {
 public:
  Matrix(std::size_t rows, std::size_t columns) : rows(rows), columns(columns), data(rows * columns) {}
  T& operator()(std::size_t i, std::size_t j) { return data[i * columns + j]; }
  const T& operator()(std::size_t i, std::size_t j) const { return data[i * columns + j]; }
  Matrix plus(const Matrix& b) const {
    Matrix c(rows, columns);
#pragma parallel
    for (std::size_t i = 0; i < b.rows; ++i)
      for (std::size_t j = 0; j < b.columns; ++j) c(i, j) = (*this)(i, j) + b(i, j);
    return c;
  }

 private:
  std::size_t rows, columns;
  std::vector<T> data;
};
template class Matrix<float>;
template class Matrix<double>;

template <class Rows>
void clear(Rows& c, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) c.at(i, j) = 0;
}
struct Dense {
  std::vector<double> data;
  int columns;
  double& at(int i, int j) { return data[i * columns + j]; }
};
void clearDense(Dense& c, int m, int n) { clear(c, m, n); }

template <class Rows>
void fill(Rows& c, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i)  // warning: [appyl-unproved] an instance of the template takes
    for (int j = 0; j < n; ++j) c.at(i, j) = 1;
}
template <int N>
struct Wide {
  std::vector<double> data;
  double& at(int i, int j) { return data[i * N + j]; }
};
void fillWide(Wide<8>& c, Wide<9>& d, int m, int n) { fill(c, m, n), fill(d, m, n); }

// One instance takes less for granted than the other.
template <class Rows>
void set(Rows& c, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i)  // warning: [appyl-unproved] an instance of the template takes
    for (int j = 0; j < n; ++j) c.at(i, j) = 2;
}
struct Sparse {
  std::vector<std::vector<double>> rows;
  double& at(int i, int j) { return rows[i][j]; }
};
void setBoth(Dense& c, Sparse& d, int m, int n) {
  set(c, m, n);
  set(d, m, n);
}

template <class Rows>
void smooth(Rows& c, const Rows& d, int n) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) c(i, j) = d(i, j - 1) + d(i, j + 1);
}
struct Plain {
  std::vector<double> data;
  int columns;
  double& operator()(int i, int j) { return data[i * columns + j]; }
  double operator()(int i, int j) const { return data[i * columns + j]; }
};
void smoothPlain(Plain& c, const Plain& d, int n) { smooth(c, d, n); }
