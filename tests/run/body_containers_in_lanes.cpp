// Elements of containers in loops that run as lanes, where the container's own pointer is taken once; containers that
// the loop also uses otherwise, and elements that are containers, keep what they are.
// flags: -std=c++20
#include "print.h"
#include <appyl/appyl.hpp>
#include <span>
#include <vector>

static void scale(const std::vector<int>& x, std::vector<int>& y, int factor) {
#pragma parallel block(32)
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = factor * x[i] + static_cast<int>(y.size() % 7);
}

static long dot(std::span<const int> x, std::span<int> y) {
  long total = 0;
#pragma parallel block(16) reduction(+ : total)
  for (std::size_t i = 0; i < x.size(); ++i) total += static_cast<long>(x[i]) * y[i];
  return total;
}

static void doubled(const std::vector<std::vector<int>>& rows, std::vector<std::vector<int>>& out) {
#ifndef ON_DEVICE
#pragma parallel
#endif
  for (std::size_t r = 0; r < rows.size(); ++r) {
#ifndef ON_DEVICE
#pragma parallel block(8)
#endif
    for (std::size_t i = 0; i < rows[r].size(); ++i) out[r][i] = 2 * rows[r][i];
  }
}

static void invert(const std::vector<bool>& flags, std::vector<char>& out) {
#ifndef ON_DEVICE
#pragma parallel block(8)
#endif
  for (std::size_t i = 0; i < flags.size(); ++i) out[i] = flags[i] ? 0 : 1;
}

static void last(const std::vector<int>& x, std::vector<int>& y) {
#ifndef ON_DEVICE
#pragma parallel block(8)
#endif
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] + x.front() + x.back();
}

// In each step the rows below the k-th take its multiples off: by an element that they have just written.
static void eliminate(int n, std::vector<int>& a, std::vector<std::vector<int>>& rows, int (*own)[8], appyl::view<int, 2> v) {
  for (int k = 0; k < n; ++k) {
#pragma parallel block(4)
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] = a[i * n + k] % 7 - a[k * n + k] % 3;
      for (int j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] * (a[k * n + j] % 5);
    }
#ifndef ON_DEVICE
#pragma parallel
#endif
    for (int i = k + 1; i < n; ++i) {
      rows[i][k] = rows[i][k] % 7 - rows[k][k] % 3;
      for (int j = k + 1; j < n; ++j) rows[i][j] = rows[i][j] - rows[i][k] * (rows[k][j] % 5);
    }
#pragma parallel
    for (int i = k + 1; i < n; ++i) {
      v(i, k) = v(i, k) % 7 - v(k, k) % 3;
      for (int j = k + 1; j < n; ++j) v(i, j) -= v(i, k) * (v(k, j) % 5);
    }
    if (n > 8) continue;
#pragma parallel
    for (int i = k + 1; i < n; ++i) {
      own[i][k] = own[i][k] % 7 - own[k][k] % 3;
      for (int j = k + 1; j < n; ++j) own[i][j] -= own[i][k] * (own[k][j] % 5);
    }
  }
}

int main() {
  for (int n : sizes) {
    std::vector<int> x(n), y(n);
    fill(x.data(), x.size(), 1);
    fill(y.data(), y.size(), 2);
    scale(x, y, 3);
    print("scaled", y.data(), y.size());
    std::printf("%ld\n", dot(x, y));
    std::vector<bool> flags(n);
    std::vector<char> out(n);
    for (int i = 0; i < n; ++i) flags[i] = x[i] % 2;
    invert(flags, out);
    int set = 0;
    for (char each : out) set += each;
    std::printf("%d\n", set);
    if (n > 0) last(x, y);
    print("with the ends", y.data(), y.size());
  }
  std::vector<std::vector<int>> rows(3, std::vector<int>(101, 5)), out = rows;
  doubled(rows, out);
  for (const auto& row : out) print("rows", row.data(), row.size());
  for (int n : {0, 1, 2, 5, 8, 37}) {
    std::vector<int> flat(n * n), rowMajor(n * n);
    std::vector<std::vector<int>> rows(n, std::vector<int>(n));
    int own[8][8];
    fill(flat.data(), flat.size(), 3);
    fill(rowMajor.data(), rowMajor.size(), 4);
    fill(&own[0][0], 64, 5);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) rows[i][j] = (5 * i + 3 * j) % 11;
    eliminate(n, flat, rows, own, appyl::view<int, 2>(rowMajor.data(), n, n));
    print("flat", flat.data(), flat.size());
    print("view", rowMajor.data(), rowMajor.size());
    print("own", &own[0][0], 64);
    for (const auto& row : rows) print("row", row.data(), row.size());
  }
}
