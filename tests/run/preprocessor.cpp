// Loops next to and inside conditional compilation.
// flags: -DUSE_PARALLEL=1 -DSIZE=90
// flags: -std=c++20
#include "print.h"
#include <appyl/appyl.hpp>
#include <vector>

static void conditionalDirective(int* a, int n) {
#if USE_PARALLEL
#pragma parallel
#endif
  for (int i = 0; i < n; ++i) a[i] += 1;
#ifdef NEVER
#pragma parallel nonsense(
#endif
  for (int i = 1; i < n; ++i) a[i] += a[i - 1] % 3;
}

static void conditionalLoop(int* a, int n) {
#ifdef USE_PARALLEL
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) a[i] *= 2;
#else
  for (int i = 0; i < n; ++i) a[i] *= 3;
#endif
}

static void conditionalBody(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#if SIZE > 50
    a[i] += SIZE;
#else
    a[i] -= 1;
#endif
  }
}

#if 0
static void never(int* a) {
#pragma parallel block(-1)
  while (a) break;
}
#endif

// Conditions stand in front of programs on tiles, but not in front of the `#endif` behind their directives.
static void conditionalTiles(appyl::view<const int> x, appyl::view<int> y, int n) {
#ifdef NEVER
#pragma omp parallel for
#else
#pragma parallel
#endif
#pragma block(4)
  for (int i = 0; i < n; i += 16) {
    y(appyl::slice(i, 16)) = 2 * x(appyl::slice(i, 16));
#if USE_PARALLEL
#pragma block(2)
#endif
    for (int k = 1; k < 3; ++k) y(appyl::slice(i, 16)) += x(appyl::slice(i + k, 16));
  }
}

static void conditionalTensor(appyl::view<const int, 2> x, appyl::view<int, 2> y, int m, int n) {
#ifdef NEVER
#pragma par_dim(:m, :n:8)
#else
#pragma par_dim(:m:3)
#endif
  y(appyl::slice(m), appyl::slice(n)) = 3 * x(appyl::slice(m), appyl::slice(n));
}

int main() {
  std::vector<int> a(SIZE);
  fill(a.data(), SIZE, 1);
  conditionalDirective(a.data(), SIZE);
  conditionalLoop(a.data(), SIZE);
  conditionalBody(a.data(), SIZE);
  print("a", a.data(), SIZE);
  for (const int cut : {0, 5}) {
    std::vector<int> b(SIZE), c(SIZE);
    conditionalTiles({a.data(), SIZE - cut}, {b.data(), SIZE}, SIZE);
    conditionalTensor({a.data(), 9, SIZE / 9 - cut}, {c.data(), 9, SIZE / 9}, 9, SIZE / 9);
    print("b", b.data(), SIZE);
    print("c", c.data(), SIZE);
  }
}
