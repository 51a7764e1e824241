// What is called in templates, which only their instances know: objects with operator(), methods of parameters.
#include <appyl/appyl.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

template <class T>
class Grid {
 public:
  Grid(int r, int c) : rows(r), columns(c), cells(static_cast<std::size_t>(r * c), T(1)) {}
  T& operator()(int i, int j) {
    return cells[i * columns + j];  // finds: cells[12] is outside [0, 12); program (2), i = 2, j = 0 [appyl-out-of-bounds]
  }
  const T& get(int i, int j) const {
    return cells[i * columns + j];  // finds: cells[-1] is outside [0, 12); program (0), i = 0, j = 0 [appyl-out-of-bounds]
  }
  int height() const { return rows; }
  int width() const { return columns; }
  void ramp() {
#pragma parallel
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) (*this)(i + PLANTED, j) = T(j);
  }
  void smear() {
#pragma parallel
    for (int i = 1; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        (*this)(i, j) += (*this)(i - PLANTED, j);  // finds: (*this)[1][0], written by iteration i = 1 of program (0), is read by another iteration; program (1), i = 2, j = 0 [appyl-conflict]
  }

 private:
  int rows, columns;
  std::vector<T> cells;
};

// Of any array: a class, a view, a lambda.
template <class A>
static void fill(A& a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a(i / (1 + PLANTED), j) = 2;  // finds: a[0][0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1, j = 0 [appyl-conflict]
}
template <class A>
static void shift(A a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a(i, j + PLANTED) = 3;  // finds: a[0][4] is outside [0, 4) in dimension 1; program (0), i = 0, j = 3 [appyl-out-of-bounds]
}
template <class A>
static double total(const A& a) {
  double sum = 0;
#pragma parallel reduction(+:sum)
  for (int i = 0; i < a.height(); ++i)
    for (int j = 0; j < a.width(); ++j) sum += a.get(i, j - PLANTED);
  return sum;
}

// Functions of templates that call such things themselves.
template <class A>
static void put(A& a, int i, double v) {
  a(i, 0) = v;  // finds: a[0][0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
}
template <class A>
static void byFunction(A& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) put(a, i * (1 - PLANTED), i);
}

// Results that are no elements, arguments that are changed or are no integers.
struct Pick {
  double operator()(double x) const { return x + 1; }
  double& operator()(double& x, int) const { return x; }
  std::array<double, 2> operator()(int k) const { return {1.0 * k, 2.0 * k}; }
  void operator()(int k, int& out, long) const { out = k; }
};
template <class F, class V>
static void results(F f, const V& x, V& y) {
  const int n = static_cast<int>(x.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = 0;
    f(i, k, 1L);
    const auto pair = f(k);
    double own = f(x[i]) + pair[1] + std::sqrt(f(x.at(i)));
    f(own, 1) = own + f(own, 2);
    y[i] = own;
  }
#pragma parallel
  for (int i = 0; i < n - 1; ++i)
    f(y[i + PLANTED], 1) = y[i];  // finds: y[1], written by iteration i = 0 of program (0), is read by another iteration; program (1), i = 1 [appyl-conflict]
}
// Calls without a result, wherever a statement may stand.
struct Sink {
  std::vector<int> v = std::vector<int>(8);
  void set(int i, int value) {
    v[i] = value;  // finds: v[8] is outside [0, 8); program (7), i = 7 [appyl-out-of-bounds]
  }
};
template <class S>
static void settings(S& s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) s.set(i + PLANTED, i);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      s.set(i, 1);
    else
      i % 4 ? s.set(i, 2) : s.set(i, 3);
    for (int k = 0; k < 2; s.set(i, k), ++k) (s.set(i, 4), s.set(i, 5));
    switch (i) {
      case 1: s.set(i, 6); break;
      default: [&] { return s.set(i, 7); }();
    }
  }
}
template <class V>
static void bits(V flags, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) flags.at(i) = true;
}

// A function that only the instance finds gets the object by reference.
template <int M>
struct Matrix {
  double e[M][M] = {};
  friend double& entry(Matrix& m, int i) { return m.e[i][0]; }
};
template <int M>
static double diagonal(Matrix<M>& m) {
#pragma parallel
  for (int i = 0; i < M; ++i)
    entry(m, i / (1 + PLANTED)) = i;  // finds: entry(m, i / (1 + PLANTED)), written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  return entry(m, M - 1);
}

// What a template's base has, and what it becomes.
template <class D>
struct Base {
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) static_cast<D*>(this)->cell(i + PLANTED) = i;
  }
};
struct Cells : Base<Cells> {
  std::vector<int> v = std::vector<int>(6);
  int& cell(int i) {
    return v[i];  // finds: v[6] is outside [0, 6); program (5), i = 5 [appyl-out-of-bounds]
  }
};
template <class... V>
static void each(int n, V&... v) {
#pragma parallel
  for (int i = 0; i < n; ++i) ((v[i + PLANTED] = i), ...);  // finds: v[6] is outside [0, 6); program (5), i = 5 [appyl-out-of-bounds]
}

int main() {
  Matrix<3> matrix;
  diagonal(matrix);
  Cells().run(6);
  std::vector<double> first(6), second(6);
  each(6, first, second);
  Grid<double> grid(3, 4);
  grid.ramp();
  grid.smear();
  fill(grid, 3, 4);
  byFunction(grid, 3);
  const double sum = total(grid);
  std::vector<float> memory(12);
  appyl::view<float, 2> view(memory, 3, 4);
  shift(view, 3, 4);
  std::vector<double> x(8, 1), y(8);
  results(Pick(), x, y);
  bits(std::vector<bool>(8), 8);
  Sink sink;
  settings(sink, 8);
  std::printf("%g %g %g\n", sum, y[2], static_cast<double>(memory[1]));
}
