// Rows of different lengths: what a loop writes into a row does not change its size.
// targets: openmp interpret
#include <cstdio>
#include <vector>

static void fill(std::vector<std::vector<double>>& a) {
#pragma parallel
  for (std::size_t i = 0; i < a.size(); ++i)
#pragma block(3)
    for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] = static_cast<double>(10 * i + j);
}

static void scale(std::vector<std::vector<double>>& a, int row) {
#pragma parallel block(4) unchecked
  for (std::size_t j = 0; j < a[row].size(); ++j) a[row][j] *= 2;
}

int main() {
  std::vector<std::vector<double>> a(5);
  for (int i = 0; i < 5; ++i) a[i].resize(i * 3 % 7);
  fill(a);
  scale(a, 2);
  for (const auto& row : a)
    for (const double x : row) std::printf("%g\n", x);
}
