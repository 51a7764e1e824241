// Ranges without an iteration, inverted ones among them: bodies don't run, counters and sums keep their values.
#include "print.h"

static int a[16];

static int up(int* a, int lower, int upper) {
  int i = -7;
#pragma parallel block
  for (i = lower; i < upper; ++i) a[i - lower] = 1;
  return i;
}

static int down(int* a, int lower, int upper) {
  int i = -7;
#pragma parallel
  for (i = upper; i >= lower; --i) a[upper - i] = 2;
  return i;
}

static unsigned unsignedUp(unsigned lower, unsigned upper) {
  unsigned count = 0;
#pragma parallel block(4) reduction(+ : count)
  for (unsigned i = lower; i < upper; i += 4) ++count;
  return count;
}

static int nested(int n, int m) {
  int count = 100;
#pragma parallel reduction(+ : count)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 10; j < m; ++j) count += 1;
  return count;
}

// Empty by their constants, in blocks and joined with a loop that is not.
static int neverInside(int n, [[maybe_unused]] int step, [[maybe_unused]] int size) {
  int count = 3;
#pragma parallel block(size) reduction(+ : count)
  for (int i = 0; i < n; ++i)
#pragma parallel block(size)
    for (long j = 0; j < 0; j = j + step) count += a[j];
#pragma parallel reduction(+ : count)
  for (int i = 0; i < n; ++i)
#pragma parallel block(4)
    for (unsigned j = 7; j > 9; j -= step) count += a[j];
#pragma parallel block(size) reduction(+ : count)
  for (int i = 2; i < 2; ++i)
#pragma parallel
    for (int j = n; j >= 0; j -= step) count += a[j];
  return count;
}

static int smallest(const int* values, int n) {
  int best = 12345;
#pragma parallel block reduction(min : best)
  for (int i = 0; i < n; ++i)
    if (values[i] < best) best = values[i];
  return best;
}

int main() {
  std::printf("%d %d %d\n", up(a, 0, 0), up(a, 5, 5), up(a, 10, -10));
  std::printf("%d %d %d\n", up(a, 2147483647, -2147483647), up(a, 0, -1), up(a, -3, -4));
  std::printf("%d %d %d\n", down(a, 1, 0), down(a, 0, -1), down(a, 100, -100));
  std::printf("%u %u %u\n", unsignedUp(0, 0), unsignedUp(4000000000u, 5), unsignedUp(1, 0));
  std::printf("%d %d %d %d\n", nested(0, 0), nested(-5, 20), nested(20, -5), nested(3, 12));
  std::printf("%d %d\n", neverInside(5, 2, 3), neverInside(0, 1, 1));
  std::printf("%d %d\n", smallest(a, 0), smallest(a, -4));
  print("a", a, 16);
}
