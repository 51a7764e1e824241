// Loops whose order is free and that walk across the rows of arrays: they are interchanged, and tiled where arrays
// disagree about the rows.
#include "print.h"
#include <array>
#include <utility>
#include <vector>

static void columns(const double* a, double* b, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i)  // rows of the result are columns here
#pragma parallel
    for (int j = 0; j < n; ++j) /* each column */ {
      const double twice = 2 * a[j * m + i];
      if (twice > 1) b[j * m + i] = twice + i - j;
    }
}

static void transposed(const float* a, float* b, long m, long n) {
#pragma parallel
  for (long i = 0; i < m; ++i) {
#pragma parallel
    for (long j = n - 1; j >= 0; --j) {
      b[j * m + i] = a[i * n + j];
    }
  }
}

// Far from the walk of the source: three loops, the outermost along the rows.
static void volume(const short* a, short* b, unsigned l, unsigned m, unsigned n) {
#pragma parallel
  for (unsigned i = 0; i < l; i += 1)
#pragma parallel
    for (unsigned j = 0; j < m; j++)
#pragma parallel
      for (unsigned k = 0; k != n; ++k) b[(k * m + j) * l + i] = a[(k * m + j) * l + i] + i;
}
static void turned(const int* a, int* b, int l, int m, int n) {
#pragma parallel
  for (int i = 0; i < l; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
#pragma parallel
      for (int k = 0; k < n; ++k) b[(k * m + j) * l + i] = a[(i * m + j) * n + k] + k;
}

#ifndef ON_DEVICE
static void inBlocks(std::vector<std::vector<double>>& b, const std::vector<std::vector<double>>& a) {
  const auto [m, n] = std::pair<int, int>(a.size(), a.empty() ? 0 : a[0].size());
#pragma parallel block(8)
  for (int j = 1; j < n - 1; ++j)
#pragma parallel block(5)
    for (int i = 1; i <= m - 2; ++i) b[i][j] = a[i][j + 1] + a[i][j - 1] + a[i - 1][j] + a[i + 1][j];
#pragma parallel
  for (int j = 0; j < n; ++j)
#pragma parallel block
    for (int i = 0; i < m; ++i) b[i][j] *= 3;
#pragma parallel
  for (int j = 0; j < n; ++j)
#pragma parallel
    for (int i = 0; i != m; ++i) b[i][j] += i + n;
}
#else
static void inBlocks(std::vector<std::vector<double>>& b, const std::vector<std::vector<double>>& a) {
  const int m = static_cast<int>(a.size()), n = a.empty() ? 0 : static_cast<int>(a[0].size());
  for (int i = 1; i < m - 1; ++i)
    for (int j = 1; j < n - 1; ++j) b[i][j] = a[i][j + 1] + a[i][j - 1] + a[i - 1][j] + a[i + 1][j];
  for (int i = 0; i < m; ++i)
    for (double& x : b[i]) x *= 3, x += i + n;
}
#endif

// The counter is read afterwards, or a value goes out of the last iteration: these keep their places. Steps are counted.
// iteration.
static int kept(const int* a, int* b, int m, int n, int step) {
  int i;
#pragma parallel
  for (i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) b[j * m + i] = a[j * m + i] + 1;
#pragma parallel
  for (int k = 0; k < m; k += step)
#pragma parallel
    for (int j = 0; j < n; ++j) b[j * m + k] += a[j * m + k];
  int last = 7;
#pragma parallel
  for (int k = 0; k < m; ++k)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      last = a[j * m + k];
      b[j * m + k] -= last;
    }
  return i + last;
}

// What the inner range is made of is there only where the outer loop runs.
struct Extent {
  int n;
};
static void boundsOfIterations(int* a, const Extent* extent, const int* n, int m, int size) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < extent->n; ++j) a[j * m + i] += 1;
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < *n; ++j) a[j * m + i] *= 2;
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < size / m; ++j) a[j * m + i] -= j;
}

template <class T, int width>
static void inTemplate(T (*b)[width], const T (*a)[width], int n) {
#pragma parallel
  for (int c = 0; c < width; ++c)
#pragma parallel
    for (int r = 0; r < n; ++r) b[r][c] = a[r][c] / 2;
}

#define EACH(i, n) for (int i = 0; i < (n); ++i)
static void inMacros(const float* a, float* b, int m, int n) {
#pragma parallel
  EACH(i, m)
#pragma parallel
  EACH(j, n) b[j * m + i] = a[j * m + i] - a[i * n + j];
}

int main() {
  for (const auto& [m, n] : {std::pair(0, 5), {5, 0}, {1, 1}, {33, 70}, {70, 33}, {64, 64}, {129, 40}}) {
    const std::size_t size = static_cast<std::size_t>(m) * n;
    std::vector<double> x(size), y(size);
    fillFraction(x.data(), size, 1), fillFraction(y.data(), size, 2);
    columns(x.data(), y.data(), m, n);
    print("columns", y.data(), size);
    std::vector<float> f(size), g(size);
    fillFraction(f.data(), size, 3);
    transposed(f.data(), g.data(), m, n);
    print("transposed", g.data(), size);
    inMacros(f.data(), g.data(), m, n);
    print("macros", g.data(), size);
    std::vector<short> s(20 * size), t(20 * size);
    fill(s.data(), s.size(), 4);
    volume(s.data(), t.data(), m, 20, n);
    print("volume", t.data(), t.size());
    std::vector<int> v(20 * size), w(20 * size, 1);
    fill(v.data(), v.size(), 5);
    turned(v.data(), w.data(), m, n, 20);
    print("turned", w.data(), w.size());
    std::printf("%d\n", kept(v.data(), w.data(), m, n, 3));
    print("kept", w.data(), w.size());
    const Extent extent{n};
    boundsOfIterations(w.data(), m > 0 ? &extent : nullptr, m > 0 ? &n : nullptr, m, m * n);
    print("bounds", w.data(), w.size());
    std::vector<std::vector<double>> from(m, std::vector<double>(n)), to(m, std::vector<double>(n, 1));
    for (auto& row : from) fillFraction(row.data(), row.size(), &row - from.data());
    inBlocks(to, from);
    for (const auto& row : to) print("blocks", row.data(), row.size());
    std::vector<std::array<float, 24>> p(n), q(n);
    for (auto& row : p) fillFraction(row.data(), row.size(), &row - p.data());
    inTemplate(reinterpret_cast<float(*)[24]>(q.data()), reinterpret_cast<const float(*)[24]>(p.data()), n);
    for (const auto& row : q) print("template", row.data(), row.size());
  }
}
