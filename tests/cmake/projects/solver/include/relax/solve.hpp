#pragma once
#include <utility>

#include "detail/norms.hpp"
#include "grid.hpp"

namespace relax {

/// One step: each inner value becomes the mean of its neighbours.
template <class T>
void step(const Grid<T>& from, Grid<T>& to) {
  const int n = from.rows(), m = from.columns();
  const T* a = from.data();
  T* b = to.data();
#pragma parallel shape(a[n * m], b[n * m])
  for (int i = 1; i < n - 1; ++i)
#pragma parallel
    for (int j = 1; j < m - 1; ++j)
      b[i * m + j] = (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]) / 4;
}

/// Steps until no value changes by more than `tolerance`; how many it took.
template <class T>
int solve(Grid<T>& grid, T tolerance, int most) {
  Grid<T> next = grid;
  for (int k = 1; k <= most; ++k) {
    step(grid, next);
    const T change = detail::largestDifference(grid.rows() * grid.columns(), grid.data(), next.data());
    std::swap(grid, next);
    if (change < tolerance) return k;
  }
  return most;
}

}  // namespace relax
