// Block sizes known at run time only; a value below 1 counts as 1.
#include "print.h"
#include <vector>

static void add(int* c, const int* a, int n, [[maybe_unused]] int size) {
#pragma parallel block(size)
  for (int i = 0; i < n; ++i) c[i] += a[i];
}

static void expression(int* c, int n, [[maybe_unused]] int threads, [[maybe_unused]] unsigned char small) {
#pragma parallel block((n + threads) / (threads + 1))
  for (int i = 0; i < n; ++i) c[i] ^= i;
#pragma parallel block(small)
  for (int i = n - 1; i >= 0; --i) c[i] += 2;
}

static long sum(const int* c, long n, [[maybe_unused]] long size) {
  long s = 0;
#pragma parallel block(size) reduction(+ : s)
  for (long i = 0; i < n; ++i) s += c[i];
  return s;
}

static void nested(int* c, int n, int m, [[maybe_unused]] int bi, [[maybe_unused]] int bj) {
#pragma parallel block(bi)
  for (int i = 0; i < n; ++i)
#pragma parallel block(bj)
    for (int j = 0; j < m; ++j) c[i * m + j] = c[i * m + j] * 3 + i - j;
}

int main() {
  for (int n : sizes)
    for (int size : {1, 5, 128, 100000, 0, -1, -2147483647}) {
      std::vector<int> a(n), c(n);
      fill(a.data(), n, 1);
      fill(c.data(), n, 2);
      add(c.data(), a.data(), n, size);
      expression(c.data(), n, 3, static_cast<unsigned char>(size));
      nested(c.data(), n / 7, 7, size, 4);
      nested(c.data(), n / 7, 7, 16, size);
      print("c", c.data(), n);
      std::printf("%d %d %ld\n", n, size, sum(c.data(), n, size));
    }
}
