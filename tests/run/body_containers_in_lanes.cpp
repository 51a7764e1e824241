// Elements of containers in loops that run as lanes, where the container's own pointer is taken once; containers that
// the loop also uses otherwise, and elements that are containers, keep what they are.
#include "print.h"
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
}
