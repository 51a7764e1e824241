// Perfect parallel nests of depth one to four, with extents of zero and one in every place.
#include "print.h"
#include <vector>

static void one(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = i;
}

static void two(int* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) a[i * m + j] += i * 10 + j;
}

static void three(int* a, int n, int m, int l) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma parallel
    for (int j = 0; j < m; ++j) {
#pragma parallel
      for (int k = 0; k < l; ++k) {
        a[(i * m + j) * l + k] += i - 2 * j + 3 * k;
      }
    }
  }
}

static void four(int* a, int n, int m, int l, int o) {
#pragma parallel block(2)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = m - 1; j >= 0; --j)
#pragma parallel block(3)
      for (int k = 0; k < l; ++k)
#pragma parallel block
        for (int h = 0; h != o; ++h) a[((i * m + j) * l + k) * o + h] ^= i + j + k + h;
}

// A sequential loop stands between parallel ones.
static void sandwich(int* a, int n, int m, int l) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
#pragma parallel
      for (int k = 0; k < l; ++k) a[(i * m + j) * l + k] += j;
}

int main() {
  const int shapes[][4] = {{1, 1, 1, 1}, {0, 3, 2, 2}, {3, 0, 2, 2}, {3, 2, 0, 2}, {3, 2, 2, 0},
                           {5, 4, 3, 2}, {2, 7, 1, 9}, {13, 3, 5, 1}, {1, 1, 6, 130}};
  for (const auto& s : shapes) {
    std::vector<int> a(s[0] * s[1] * s[2] * s[3]);
    one(a.data(), static_cast<int>(a.size()));
    two(a.data(), s[0], s[1] * s[2] * s[3]);
    print("two", a.data(), a.size());
    three(a.data(), s[0], s[1], s[2] * s[3]);
    print("three", a.data(), a.size());
    four(a.data(), s[0], s[1], s[2], s[3]);
    print("four", a.data(), a.size());
    sandwich(a.data(), s[0] * s[1], s[2], s[3]);
    print("sandwich", a.data(), a.size());
  }
}
