// Functions and classes that programs find in a header of their own.
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

#define GRID_TRIPLE(x) ((x) * 3)

namespace grid {

double length(double x, double y);
inline double square(double x) { return x * x; }
inline double length(double x, double y) { return std::sqrt(square(x) + square(y)) + GRID_TRIPLE(x); }

template <class T>
T half(T x) {
  return x / 2 + T(square(double(x)));
}

struct Box {
  double width = 2, height = 3;
  double area() const { return width * height + square(width); }
  static double padded(double x) { return x + 1; }
};

namespace inner {
inline float third(float x) { return x / 3; }
}  // namespace inner

constexpr double table[4] = {1, 3, 5, 7};
inline double tableOf(int k) { return table[k % 4]; }

}  // namespace grid

struct Grid {
  int n, m;
  std::vector<double> cells;
  Grid(int n, int m) : n(n), m(m), cells(std::size_t(n) * m) {}
  double& operator()(int i, int j) { return cells[std::size_t(i) * m + j]; }
  double operator()(int i, int j) const { return cells[std::size_t(i) * m + j]; }
  double at(int i, int j) const { return cells[i * m + j]; }
  int rows() const { return n; }
  int columns() const { return m; }
};

// Nothing says that its elements are only read, where they are.
class Samples {
 public:
  explicit Samples(int n) : values(n) {}
  double& operator()(int i) { return values[i]; }
  const double* data() const { return values.data(); }
  double* data() { return values.data(); }

 private:
  std::vector<double> values;
};

template <class T>
struct Field {
  int n, m;
  std::vector<T> data;
  T& operator()(int i, int j) { return data[i * m + j]; }
  const T& operator()(int i, int j) const { return data[i * m + j]; }
};

struct Point {
  double x, y;
  double dot(const Point& o) const { return x * o.x + y * o.y; }
};
inline Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator*(double s, const Point& b) { return {s * b.x, s * b.y}; }

// The program says what it is.
double weight(double x);
inline double weighted(double x) { return 2 * weight(x); }
