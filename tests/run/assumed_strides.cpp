// Rows are taken to be no longer than their stride; where a run breaks that, the loop runs sequentially.
#include "print.h"
#include <vector>

static void rows(int* c, int m, int n, int ldc) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) c[i * ldc + j] = c[i * ldc + j] * 3 % 1001 + i - j;
}

static void columns(long* c, int m, int n, int ldc) {
#pragma parallel block(8)
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) c[j * ldc + i] = c[j * ldc + i] * 5 % 1009 + j;
}

int main() {
  const int shapes[][3] = {{10, 7, 7}, {10, 7, 20}, {10, 7, 5}, {50, 40, 1}, {30, 200, 0}, {1, 9, 0}, {0, 9, 3}};
  for (const auto& s : shapes) {
    std::vector<int> c(4000);
    fill(c.data(), c.size(), 1);
    rows(c.data(), s[0], s[1], s[2]);
    print("rows", c.data(), c.size());
    std::vector<long> d(4000);
    fill(d.data(), d.size(), 2);
    columns(d.data(), s[0], s[1], s[2]);
    print("columns", d.data(), d.size());
  }
}
