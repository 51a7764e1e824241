// What an inner loop's range is made of is there only where the loops around it run: a pointer may lead nowhere, a
// size by which is divided may be 0.
#include "print.h"
#include <vector>

struct Extent {
  int n;
};

static void rows(int* a, const Extent* extent, int m, int ld) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < extent->n; ++j) a[i * ld + j] += i + j;
}

static int blocks(int* a, const int* n, int m, int ld, int size, bool isWanted) {
  int i = 7, j = 5;
  if (isWanted)
#pragma parallel block(8)
    for (i = 0; i < m; ++i)
#pragma parallel block(8)
      for (j = 1; j < *n; ++j) a[i * ld + j] *= 3;
  else
    i = -1;
#pragma parallel block(8)
  for (int k = 0; k < m; ++k)
#pragma parallel block(8)
    for (int l = size / m; l > 0; l -= size / m > 4 ? 2 : 1) a[k * ld + l - 1] -= 2;
  return i;
}

static void joined(int* a, int m, int size) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < size / m; ++j)
#pragma parallel
      for (int k = 0; k < 6; ++k) a[(i * (size / m) + j) * 6 + k] += k;
}

static void notPerfect(int* a, const int* n, int m, int ld) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    a[i * ld] = 2;
#pragma parallel
    for (int j = 1; j < *n; ++j) a[i * ld + j] = j;
  }
}

static void inBlocksOfOne(int* a, const int* n, int m, int ld) {
#pragma parallel block(4)
  for (int i = 0; i < m; ++i)
#pragma block(4)
    for (int j = 0; j < *n; ++j) a[i * ld + j] += 5;
}

static int summed(const int* a, const int* n, int m, int ld) {
  int sum = 0;
#pragma parallel reduction(+:sum)
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < *n; ++j) sum += a[i * ld + j];
  return sum;
}

static void product(const double* a, const double* b, double* c, const int* l, int m, const int* n) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i)
#pragma parallel block(16)
    for (int j = 0; j < *n; ++j)
#pragma block(16)
      for (int k = 0; k < *l; ++k) c[i * *n + j] += a[i * *l + k] * b[k * *n + j];
}

int main() {
  for (const int m : {0, 9}) {
    const int n = 11, ld = 12;
    const Extent extent{n};
    const Extent* const e = m > 0 ? &extent : nullptr;
    const int* const p = m > 0 ? &n : nullptr;
    std::vector<int> a(9 * 12 * 6);
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<int>(k % 7);
    rows(a.data(), e, m, ld);
    std::printf("%d\n", blocks(a.data(), p, m, ld, m * n, true));
    std::printf("%d\n", blocks(a.data(), nullptr, 0, ld, m * n, false));
    joined(a.data(), m, m * n);
    notPerfect(a.data(), p, m, ld);
    inBlocksOfOne(a.data(), p, m, ld);
    std::printf("%d\n", summed(a.data(), p, m, ld));
    print("a", a.data(), a.size());
    std::vector<double> x(9 * 11, 2), y(11 * 11, 3), z(9 * 11, 1);
    product(x.data(), y.data(), z.data(), p, m, p);
    print("z", z.data(), z.size());
  }
}
