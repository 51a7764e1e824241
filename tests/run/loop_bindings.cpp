// Structured bindings in the headers of loops, in all the forms that headers become.
#include "print.h"
#include <array>
#include <vector>

struct Sizes {
  int rows, columns;
  long step;
};

static void bindings(int* a, const Sizes& sizes) {
  const auto [n, m, s] = sizes;
#pragma parallel block(8)
  for (int i = 0; i < n; ++i) a[i] += m;
#pragma parallel block(8)
  for (int i = m; i <= n; i += 2) a[i] -= m;
#pragma parallel
  for (int i = m; i != n; i++) a[i] += 3;
#pragma parallel block(m)
  for (long i = n; i > m; i -= s) a[i] += i % s;
  long sum = 0;
#pragma parallel reduction(+ : sum) block
  for (unsigned char i = 0; i < m; ++i) sum += a[i] * s;
#pragma parallel
  for (int i = 0; i < n; i += s)
#pragma parallel
    for (int j = 0; j < m; ++j) a[j * n + i] += sum % 7;
}

int main() {
  for (const Sizes& sizes : {Sizes{1, 1, 1}, Sizes{20, 3, 2}, Sizes{131, 5, 3}, Sizes{40, 39, 50}}) {
    std::vector<int> a(200 + sizes.rows * sizes.columns);
    fill(a.data(), a.size(), 3);
    bindings(a.data(), sizes);
    print("a", a.data(), a.size());
  }
}
