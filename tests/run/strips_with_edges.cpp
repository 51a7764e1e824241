// Inner loops under a condition that keeps them inside of an array: strips of iterations go through them between ends
// that are those of the condition, also where none of them takes part.
#include "print.h"
#include <appyl/appyl.hpp>
#include <vector>

static void box(double* y, const double* x, int rows, int columns) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int j = 0; j < columns; ++j) {
      double s = 0.25;
      for (int p = -2; p <= 2; ++p)
        for (int r = -2; r <= 2; ++r)
          if (0 <= i + p && i + p < rows && j + r >= 0 && j + r < columns) s += x[(i + p) * columns + (j + r)] * (p - 2 * r);
      y[i * columns + j] = s;
    }
}

// A longer filter whose taps the loop goes through in either direction, from both sides of each comparison.
static void filter(std::vector<float>& y, const std::vector<float>& x, const std::vector<float>& w, int n, int taps) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) {
    float s = 1, t = 0;
    for (int k = 0; k < taps; ++k)
      if (i - k >= 0) s += w[k] * x[i - k];
    for (int k = taps; k > 0; --k) {
      if (n - 2 > i + k - 1 && 3 <= k + i) t += w[k - 1] * x[i + k - 1];
    }
    y[i] = s - t;
  }
}

// What does not take part at all, and conditions on what the strip shares.
static void margins(long* y, const int* x, int n, int low, int high, int from, int to) {
#pragma parallel
  for (int i = low; i <= high; ++i) {
    long s = i;
    for (int k = from; k < to; ++k)
      if (k > 1 && i + k <= n && i + k > 2 * k) s += 3L * x[i + k];
    y[i - low] = s;
  }
}

// A wide counter, and sizes that a view has.
static void wide(appyl::view<double> y, appyl::view<const double> x) {
#pragma parallel
  for (long i = 0; i < y.extent(0); ++i) {
    double s = 0;
    for (int k = -3; k < 4; ++k)
      if (i + k >= 0 && i + k < x.extent(0)) s += x(i + k);
    y(i) = s;
  }
}

// Sizes that are members.
struct Grid {
  int rows, columns;
  std::vector<int> cells;

  void count(std::vector<int>& around) const {
#pragma parallel
    for (int i = 0; i < rows; ++i)
#pragma parallel
      for (int j = 0; j < columns; ++j) {
        int sum = 0;
        for (int p = -1; p <= 1; ++p)
          for (int r = -1; r <= 1; ++r)
            if (i + p >= 0 && i + p < rows && j + r >= 0 && j + r < columns) sum += cells[(i + p) * columns + j + r];
        around[i * columns + j] = sum;
      }
  }
};

static void ofGrid(std::vector<int>& sums, const Grid& grid) {
#pragma parallel
  for (int j = 0; j < grid.columns; ++j) {
    int sum = 0;
    for (int r = -1; r <= 1; ++r)
      if (j + r >= 0 && j + r < grid.columns) sum += grid.cells[j + r];
    sums[j] = sum;
  }
}

// Conditions that are more than ends: values, other iterations' numbers, unsigned arithmetic.
static void more(std::vector<double>& y, const std::vector<double>& x, const double* w, unsigned n, int m) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int k = 0; k < 3; ++k)
      if (i + k < m && w[k] > 0.5) s += x[i + k];
    for (int k = 0; k < 3; ++k)
      if (static_cast<unsigned>(i - k) < n) s += 2 * x[i - k];
    for (int k = 0; k < 3; ++k)
      if (i + k < m || k == 1)
        s += k;
      else
        s -= x[i];
    y[i] = s;
  }
}

int main() {
  for (int rows : {0, 1, 2, 3, 9})
    for (int columns : {0, 1, 4, 37, 300}) {
      std::vector<double> x(rows * columns), y(rows * columns);
      for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<double>(k * k % 23) - 7;
      box(y.data(), x.data(), rows, columns);
      print("box", y.data(), y.size());
    }
  for (int columns : {1, 5, 70}) {
    Grid grid{columns, columns, std::vector<int>(columns * columns)};
    for (std::size_t k = 0; k < grid.cells.size(); ++k) grid.cells[k] = static_cast<int>(k % 7) - 2;
    std::vector<int> around(grid.cells.size());
    grid.count(around);
    print("grid", around.data(), around.size());
    ofGrid(around, grid);
    print("row", around.data(), around.size());
  }
  for (int n : {0, 1, 2, 5, 64, 65, 200})
    for (int taps : {0, 1, 3, 20, 90}) {
      std::vector<float> x(n), y(n), w(taps);
      for (int k = 0; k < n; ++k) x[k] = static_cast<float>(k % 13) - 4;
      for (int k = 0; k < taps; ++k) w[k] = static_cast<float>(k % 5) / 4;
      filter(y, x, w, n, taps);
      print("filter", y.data(), y.size());
    }
  std::vector<int> x(600);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<int>(k * 7 % 31);
  for (int low : {0, 5, 300})
    for (int high : {-1, 6, 299, 500}) {
      std::vector<long> y(high < low ? 0 : high - low + 1);
      margins(y.data(), x.data(), 510, low, high, 0, 9);
      margins(y.data(), x.data(), 3, low, high, 2, 40);
      print("margins", y.data(), y.size());
    }
  for (int n : {0, 1, 5, 700}) {
    std::vector<double> a(n), b(n + 2), c(n);
    for (int k = 0; k < n; ++k) a[k] = 0.5 * k - 3;
    wide(b, a);
    print("wide", b.data(), b.size());
    const double w[] = {1, 0, 1};
    more(c, a, w, n, n);
    print("more", c.data(), c.size());
  }
}
