// Reduced variables wherever a variable can live: parameters, references, globals, statics, captures, other objects.
#include "print.h"
#include <vector>

static long global = 0;
namespace counters {
static unsigned bits = 1;
}
struct Totals {
  static long shared;
  long own = 0;
  long& get() { return own; }
};
long Totals::shared = 2;

static long parameter(const int* a, int n, long s) {
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

static void reference(const int* a, int n, long& s) {
#pragma parallel block(16) reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i] * 2;
}

static void globals(const int* a, int n) {
#pragma parallel reduction(+ : global)
  for (int i = 0; i < n; ++i) global += a[i];
#pragma parallel reduction(^ : counters::bits)
  for (int i = 0; i < n; ++i) counters::bits ^= static_cast<unsigned>(a[i]);
#pragma parallel reduction(+ : Totals::shared)
  for (int i = 0; i < n; ++i) Totals::shared += a[i];
}

static int localStatic(const int* a, int n) {
  static int calls = 0;
#pragma parallel reduction(+ : calls)
  for (int i = 0; i < n; ++i) calls += a[i] > 0;
  return calls;
}

static long captured(const int* a, int n) {
  long s = 3, t = 0;
  const auto add = [&](int factor) {
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i) s += a[i] * factor;
  };
  add(1);
  add(-3);
  auto own = [t, a, n]() mutable {
#pragma parallel reduction(+ : t)
    for (int i = 0; i < n; ++i) t += a[i];
    return t;
  };
  return s * 7 + own() + own();
}

static void localReference(const int* a, int n, Totals& totals) {
  long& s = totals.get();
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i];
}

static long shadowing(const int* a, int n) {
  long s = 5;
  {
    long s = 1;
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i) {
      const int n = a[i];
      s += n;
    }
    global += s;
  }
  return s;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    long s = 10;
    reference(a.data(), n, s);
    std::printf("%ld %ld\n", parameter(a.data(), n, 4), s);
    globals(a.data(), n);
    std::printf("%ld %u %ld %d\n", global, counters::bits, Totals::shared, localStatic(a.data(), n));
    Totals totals;
    localReference(a.data(), n, totals);
    std::printf("%ld %ld\n", captured(a.data(), n), totals.own);
    const long shadowed = shadowing(a.data(), n);
    std::printf("%ld %ld\n", shadowed, global);
  }
}
