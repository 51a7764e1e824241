// Loops that go on by a value of run time and reach as far as the next iteration: what lies between belongs to one.
#include "print.h"
#include <vector>

static void sums(long* a, int n) {
  for (int d = 1; d < n; d *= 2)
#pragma parallel
    for (int i = 0; i < n - d; i += 2 * d) a[i + 2 * d - 1] += a[i + d - 1];
  a[n - 1] = 0;
  for (int d = n / 2; d > 0; d /= 2)
#pragma parallel
    for (int i = 0; i < n - d; i += 2 * d) {
      const long left = a[i + d - 1];
      a[i + d - 1] = a[i + 2 * d - 1];
      a[i + 2 * d - 1] += left;
    }
}

static void lift(int* a, int n, int s) {
#pragma parallel
  for (int i = 0; i < n - 2 * s; i += 2 * s) a[i + s] -= (a[i] + a[i + 2 * s]) / 2;
}

static void quarters(int* a, int n, int d) {
#pragma parallel
  for (int i = 0; i < n; i += 4 * d)
    for (int k = i; k < i + d; ++k) {
      a[k] += a[k + d];
      a[k + 2 * d] += a[k + 3 * d];
      a[k + d] = a[k + 3 * d] - a[k];
    }
}

int main() {
  std::vector<long> a(64);
  fill(a.data(), a.size(), 1);
  for (int n : {2, 4, 64}) {
    sums(a.data(), n);
    print("sums", a.data(), a.size());
  }
  std::vector<int> b(256);
  fill(b.data(), b.size(), 2);
  for (int s : {1, 2, 5, 64, 200}) {
    lift(b.data(), 256, s);
    print("lift", b.data(), b.size());
  }
  for (int d : {1, 4, 16, 64}) {
    quarters(b.data(), 256, d);
    print("quarters", b.data(), b.size());
  }
}
