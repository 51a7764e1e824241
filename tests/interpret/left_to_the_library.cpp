// Programs on tiles that are left to the library: the parts of views that they name are checked, too.
#include <appyl/appyl.hpp>

#include <cstdio>
#include <memory>
#include <vector>

using namespace appyl;

// Rows of a length that only the run knows.
static void rows(int n, int m, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> row = a(i, slice(m));  // finds: a[2][5] is read, but nothing has written it; program (2), i = 2 [appyl-uninitialized]
    c(i, slice(m)) = row / (1 + sum(row));
  }
}

static void overlapping(int n, int m, view<const float> x, view<float> y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> t = x(slice(i * m, m + PLANTED));
    y(slice(i * m, m + PLANTED)) = t * 2;  // finds: y[6], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  }
}

// What the right side lacks is not written.
static void shorter(int n, int m, view<const float> x, view<float> y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> t = x(slice((n - 1) * m, 2 * m));
    y(slice(i * m, 2 * m)) = t;
  }
}

static void neighbours(int n, int m, view<float, 2> a) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    const tile<float> t = a(i - PLANTED, slice(m));  // finds: a[1][0], written by iteration i = 1 of program (0), is read by another iteration; program (1), i = 2 [appyl-conflict]
    a(i, slice(m)) += t * 2;
  }
}

static void outside(int n, int m, view<const float, 2> a, view<float, 2> c, view<float, 2> d) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> row = a(i + PLANTED, slice(m));  // finds: index 5 of a is outside [0, 5) in dimension 0; program (4), i = 4 [appyl-out-of-bounds]
    c(i, slice(m)) = row + row;
    d(i - PLANTED, slice(m)) *= 2.0f;  // finds: index -1 of d is outside [0, 5) in dimension 0; program (0), i = 0 [appyl-out-of-bounds]
  }
}

// What a mask leaves out is not touched; what it keeps is looked at.
static void masked(int n, int m, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> row = load(a(i, slice(m)), arange(m) < m - 1);
    store(c(i, slice(m)), row, arange(m) < m - 1);
  }
}
static void kept(int n, int m, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> row = load(a(i, slice(m)), arange(m) > 0, 7.0f);  // finds: a[2][5] is read, but nothing has written it; program (2), i = 2 [appyl-uninitialized]
    store(c(i - i % 2 * PLANTED, slice(m)), row, arange(m) < 1);  // finds: c[0][0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  }
}

// Parts with names of their own.
static void named(int n, int m, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto from = a(i, slice(m));
    auto to = c(i - i / 4 * PLANTED, slice(1, m));
    to(0) = 1;  // finds: to[0], written by iteration i = 3 of program (3), is written by another iteration; program (4), i = 4 [appyl-conflict]
    to(m - 2 + PLANTED) = 1;  // finds: to[5] is outside [0, 5); program (0), i = 0 [appyl-out-of-bounds]
    c(i, 0) = sum(from * 2);  // finds: from[5] is read, but nothing has written it; program (2), i = 2 [appyl-uninitialized]
  }
}
static void updated(int n, int m, view<float> y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto to = y(slice(i * m, m + PLANTED));
    to += 1.0f;  // finds: to[0], written by iteration i = 0 of program (0), is updated by another iteration; program (1), i = 1 [appyl-conflict]
    to(1) *= 2;
  }
}

// What index tiles or integers send out of the array is told, and the program goes on.
static void nowhere(int n, int m, view<const int, 2> at, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<int> t = at(i, slice(m));
    const tile<float> row = a(i, t + PLANTED * i);  // finds: a: index 6 of a dimension of 6 elements; program (1), i = 1 [appyl-out-of-bounds]
    c(i, t) = row;
    c(i, t + m * PLANTED) = row * 2;  // finds: c: index 6 of a dimension of 6 elements; program (0), i = 0 [appyl-out-of-bounds]
    const tile<float> other = a(t / m + PLANTED * (n - 1), i);
    const tile<float> whole = a(i + PLANTED, all);  // finds: index 5 of a is outside [0, 5) in dimension 0; program (4), i = 4 [appyl-out-of-bounds]
    const tile<float> rows = a(t / m, i + m * PLANTED);  // finds: index 6 of a is outside [0, 6) in dimension 1; program (0), i = 0 [appyl-out-of-bounds]
    c(i, slice(m)) = whole + rows + other;
  }
}

// Index tiles.
static void byIndices(int n, int m, view<const int, 2> at, view<const float> x, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<int> t = at(i, slice(m));
    const tile<float> row = x(t);  // finds: x[17] is read, but nothing has written it; program (2), i = 2 [appyl-uninitialized]
    c(i, slice(m)) = row + 1;
  }
}

template <class T>
static void ofAnyType(int n, int m, view<T, 2> a, view<T, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<T> row = a(PLANTED ? 0 : i, slice(m));  // finds: a[0][0], written by iteration i = 0 of program (0), is read by another iteration; program (1), i = 1 [appyl-conflict]
    a(i, slice(m)) = row / (1 + sum(row));  // finds: a[4][0], read by iteration i = 0 of program (0), is written by another iteration; program (4), i = 4 [appyl-conflict]
    c(i, slice(m)) = a(i, slice(m)) + a(PLANTED ? n - 1 : i, slice(m));
    auto part = c(0, slice(m));
    c(i, 0) = c(i, 1) + T(part.extent(0));
  }
}

int main() {
  const int n = 5, m = 6;
  const std::unique_ptr<float[]> memory(new float[n * m]);
  float* const p = memory.get();
  for (int k = 0; k < n * m; ++k)
    if (k != 17 || !PLANTED) p[k] = 1;
  std::vector<float> c(n * m), x(n * m + 1, 2), y(n * m + 1);
  rows(n, m, {p, n, m}, {c.data(), n, m});
  overlapping(n, m, x, y);
  std::vector<float> z(n * m);
  shorter(n, m, view<const float>(x.data(), n * m), z);
  neighbours(n, m, {c.data(), n, m});
  outside(n, m, {x.data(), n, m}, {z.data(), n, m}, {y.data(), n, m});
  masked(n, m, {p, n, m}, {c.data(), n, m});
  kept(n, m, {p, n, m}, {c.data(), n, m});
  named(n, m, {p, n, m}, {c.data(), n, m});
  updated(n, m, y);
  std::vector<int> columns(n * m);
  for (int k = 0; k < n * m; ++k) columns[k] = k % m;
  nowhere(n, m, {columns.data(), n, m}, {x.data(), n, m}, {z.data(), n, m});
  ofAnyType<float>(n, m, {c.data(), n, m}, {x.data(), n, m});
  std::vector<int> at(n * m);
  for (int k = 0; k < n * m; ++k) at[k] = k;
  byIndices(n, m, {at.data(), n, m}, {p, n * m}, {c.data(), n, m});
  std::printf("%g\n", c[0] + y[0] + z[0]);
}
