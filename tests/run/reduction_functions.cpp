// Updates that are written as calls, or under a condition inside the value, and flags that are numbers.
#include "print.h"
#include <cmath>
#include <functional>
#include <vector>

static inline long add(long s, long x) { return s + x; }
static inline long scaled(long x, const long& s) { return 2 * x + s; }

template <class T>
static T product(T s, T x) {
  return s * x;
}

static double fused(const double* a, const double* b, int n) {
  double s = 0.5;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s = std::fma(a[i], b[i], s);
  return s;
}

static long sums(const int* a, int n) {
  long one = 1, two = 2, three = 3, four = 4;
  const auto plus = [](long x, long y) { return x + y; };
#pragma parallel reduction(+:one, two) reduction(three, four)
  for (int i = 0; i < n; ++i) {
    one = add(one, a[i]);
    two = scaled(a[i], two);
    three = std::plus<>{}(three, static_cast<long>(a[i]));
    four = plus(a[i], four);
  }
  return one + 3 * two + 5 * three + 7 * four;
}

static unsigned bits(const unsigned* a, int n) {
  unsigned all = ~0u, odd = 1, chosen = 7;
#pragma parallel reduction(&:all) reduction(*:odd) reduction(+:chosen)
  for (int i = 0; i < n; ++i) {
    all = std::bit_and<unsigned>()(all, a[i] | 12u);
    odd = product(odd, 2 * a[i] + 1);
    chosen = a[i] % 3 == 1 ? chosen + a[i] : chosen;
  }
  return all + odd * 31 + chosen;
}

static void counts(const int* a, long* h, int n, int m) {
#pragma parallel reduction(+:h) shape(h[m])
  for (int i = 0; i < n; ++i) h[((a[i] % m) + m) % m] = add(h[((a[i] % m) + m) % m], a[i]);
}

static int flags(const int* a, int n, int first, int sought) {
  int found = first, ok = 1;
#pragma parallel reduction(||:found) reduction(&&:ok)
  for (int i = 0; i < n; ++i) {
    if (a[i] == sought) found = 1;
    if (a[i] > 49) ok = 0;
  }
  return found * 10 + ok;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    std::vector<unsigned> u(n);
    std::vector<double> d(n), e(n);
    fill(a.data(), n, 1);
    for (int i = 0; i < n; ++i) {
      u[i] = static_cast<unsigned>(a[i] + 50);
      d[i] = a[i];
      e[i] = i % 7;
    }
    std::printf("%d: %.6f %ld %u\n", n, fused(d.data(), e.data(), n), sums(a.data(), n), bits(u.data(), n));
    std::vector<long> h(5, 1);
    counts(a.data(), h.data(), n, 5);
    print("counts", h.data(), h.size());
    std::printf("flags %d %d %d\n", flags(a.data(), n, 0, 3), flags(a.data(), n, 1, 99), flags(a.data(), n, 5, 99));
  }
}
