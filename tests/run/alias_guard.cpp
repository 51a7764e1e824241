// With the guard, arrays that overlap at run time are computed as the sequential loop computes them.
// options: --alias-guard
#include "print.h"
#include <vector>

static void shift(const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a[i] + 1;
}

static void blur(const double* a, double* b, int n, int m) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
#pragma parallel block(8)
    for (int j = 0; j < m; ++j) b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j];
}

struct Series {
  std::vector<int> v;
};

// Two pointers may lead to one object, whatever their names' lengths.
static void shiftMembers(int n, const Series* p, Series* q) {
#pragma parallel
  for (int i = 0; i < n; ++i) q->v[i + 1] = p->v[i] + 1;
}

static long sumInto(const int* a, int* b, int n) {
  long s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] % 1000 * 2;
    s += b[i];
  }
  return s;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(2 * n + 2);
    fill(a.data(), a.size(), 1);
    shift(a.data(), a.data() + n, n);
    print("apart", a.data(), a.size());
    shift(a.data(), a.data() + 1, n);
    print("overlapping", a.data(), a.size());
    shift(a.data() + 1, a.data(), n);
    print("the other way", a.data(), a.size());
    fill(a.data(), a.size(), 2);
    std::printf("%ld\n", sumInto(a.data(), a.data() + 1, n));
    print("reduced", a.data(), a.size());
    Series one = {a}, other = {a};
    shiftMembers(n, &one, &one);
    print("members of one", one.v.data(), one.v.size());
    shiftMembers(n, &one, &other);
    print("members of two", other.v.data(), other.v.size());
    std::vector<double> d(n + 10);
    fillFraction(d.data(), d.size(), 3);
    blur(d.data(), d.data(), n / 5, 5);
    blur(d.data(), d.data() + 3, n / 5, 5);
    print("blurred", d.data(), d.size());
  }
}
