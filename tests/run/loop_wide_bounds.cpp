// Bounds of a wider type than the counter's, below and above all of its values: such a loop is empty, whatever the
// compiler makes of the bound.
// warnings: -Wno-sign-compare
// expect-warning: [appyl-unproved]
#include "print.h"
#include <climits>
#include <vector>

static void up(long n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = i + 1;
}

static void upTo(long n, int* a) {
#pragma parallel
  for (int i = 0; i <= n; ++i) a[i] = i + 1;
}

static void from(int first, long long n, int* a) {
#pragma parallel
  for (int i = first; i < n; ++i) a[i] = i + 1;
}

static void down(long n, int* a) {
#pragma parallel
  for (int i = 9; i > n; --i) a[i] = i + 1;
}

static void downTo(long n, int* a) {
#pragma parallel
  for (int i = 9; i >= n; --i) a[i] = i + 1;
}

static void downUnsigned(unsigned long n, int* a) {
#pragma parallel
  for (int i = 9; i > n; --i) a[i] = i + 1;
}

static void narrow(int n, int* a) {
#pragma parallel
  for (short i = 0; i < n; ++i) a[i] = i + 1;
}

static void nested(long n, long m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) a[i * 3 + j] = i + j + 1;
}

static int kept(long n, int* a) {
  int i = 5;
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = i + 1;
  return i;
}

static long sum(long n, const int* a) {
  long s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i] + 1;
  return s;
}

static void lanes(long n, int* a) {
#pragma parallel block
  for (int i = 0; i < n; ++i) a[i] = i + 1;
}

static void rows(const long* length, int* a, int n) {
#pragma parallel shape(a[4 * n])
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < length[i]; ++j) a[4 * i + j] = i - j;
}

int main() {
  const long far = 1L << 32;
  std::vector<int> a(10);
  const auto show = [&](const char* what) {
    print(what, a.data(), a.size());
    for (int& x : a) x = 0;
  };
  for (const long n : {-far, -far + 5, static_cast<long>(INT_MIN) - 1, -1L, 0L, 3L, 9L}) {
    up(n, a.data());
    show("up");
    upTo(n, a.data());
    show("up to");
    from(2, n, a.data());
    show("from");
    nested(n < 3 ? n : 3, 3, a.data());
    nested(3, n < 3 ? n : 2, a.data());
    show("nested");
    std::printf("%d\n", kept(n, a.data()));
    std::printf("%ld\n", sum(n, a.data()));
    show("kept");
    lanes(n, a.data());
    show("lanes");
  }
  for (const long n : {far, far - 5, far + 5, static_cast<long>(INT_MAX) + 1, 9L, 4L, 0L}) {
    down(n, a.data());
    show("down");
    downTo(n, a.data());
    show("down to");
    downUnsigned(static_cast<unsigned long>(n), a.data());
    show("down unsigned");
  }
  const std::vector<long> lengths{2, -far + 2, 0};
  std::vector<int> b(12);
  rows(lengths.data(), b.data(), 3);
  print("rows", b.data(), b.size());
  for (const int n : {-65536 + 5, -1, 0, 7}) {
    narrow(n, a.data());
    show("narrow");
  }
}
