#ifndef RELAX_GRID_HPP
#define RELAX_GRID_HPP
#include <cstddef>
#include <vector>

namespace relax {

/// Values on a grid of rows and columns, with a border.
template <class T>
class Grid {
 public:
  Grid(int rows, int columns) : rows_(rows), columns_(columns), values_(std::size_t(rows) * columns) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }

  void fill(T value) {
    const std::size_t n = values_.size();
#pragma parallel
    for (std::size_t i = 0; i < n; ++i) values_[i] = value;
  }

  template <class Function>
  void set(Function function) {
    const int n = rows_, m = columns_;
    T* to = values_.data();
#pragma parallel shape(to[n * m])
    for (int i = 0; i < n; ++i)
#pragma parallel
      for (int j = 0; j < m; ++j) to[i * m + j] = function(i, j);
  }

 private:
  int rows_, columns_;
  std::vector<T> values_;
};

}  // namespace relax
#endif
