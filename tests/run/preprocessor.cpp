// Loops next to and inside conditional compilation.
// flags: -DUSE_PARALLEL=1 -DSIZE=90
#include "print.h"
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

int main() {
  std::vector<int> a(SIZE);
  fill(a.data(), SIZE, 1);
  conditionalDirective(a.data(), SIZE);
  conditionalLoop(a.data(), SIZE);
  conditionalBody(a.data(), SIZE);
  print("a", a.data(), SIZE);
}
