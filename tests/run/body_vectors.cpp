// std::vector, also of vectors, by reference, as a member and of bool-like bytes.
#include "print.h"
#include <cstdint>
#include <vector>

static void add(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c) {
#pragma parallel block
  for (std::size_t i = 0; i < a.size(); ++i) c[i] = a[i] + b[i];
}

static void checkedAccess(std::vector<int>& v) {
#ifndef ON_DEVICE
#pragma parallel
#endif
  for (int i = 0; i < static_cast<int>(v.size()); ++i) v.at(i) = v.at(i) * 2 + i;
}

static void ofVectors(std::vector<std::vector<double>>& m) {
#ifndef ON_DEVICE
#pragma parallel
#endif
  for (std::size_t i = 0; i < m.size(); ++i)
    for (std::size_t j = 0; j < m[i].size(); ++j) m[i][j] = m[i][j] * 0.5 + static_cast<double>(i * j);
}

static void nested(std::vector<std::vector<int>>& m, int n, int k) {
#ifndef ON_DEVICE
#pragma parallel block(4)
#endif
  for (int i = 0; i < n; ++i)
#ifndef ON_DEVICE
#pragma parallel block(16)
#endif
    for (int j = 0; j < k; ++j) m[i][j] += i - j;
}

static std::vector<int> local(int n) {
  std::vector<int> squares(n), bytes(n);
  std::vector<std::uint8_t> flags(n);
#pragma parallel
  for (int i = 0; i < n; ++i) squares[i] = i * i;
#pragma parallel block(32)
  for (int i = 0; i < n; ++i) flags[i] = squares[i] % 3 == 0;
#pragma parallel
  for (int i = 0; i < n; ++i) bytes[i] = flags[i] ? squares[i] : -1;
  return bytes;
}

static double sum(const std::vector<std::vector<double>>& m) {
  double s = 0;
#ifndef ON_DEVICE
#pragma parallel reduction(+ : s)
#endif
  for (std::size_t i = 0; i < m.size(); ++i)
    for (double x : m[i]) s += x;
  return s;
}

int main() {
  for (int n : sizes) {
    std::vector<float> a(n), b(n), c(n);
    fill(a.data(), n, 1);
    fill(b.data(), n, 2);
    add(a, b, c);
    print("add", c.data(), n);
    std::vector<int> v = local(n);
    checkedAccess(v);
    print("local", v.data(), n);
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < n / 4; ++i) rows.emplace_back(i % 5, 1.5);
    ofVectors(rows);
    for (std::size_t i = 0; i < rows.size(); i += 7) print("row", rows[i].data(), rows[i].size());
    std::printf("~ %.17g\n", sum(rows));
    std::vector<std::vector<int>> m(5, std::vector<int>(n, 3));
    nested(m, 5, n);
    for (const auto& row : m) print("nested", row.data(), row.size());
  }
}
