// A counter that is declared outside its loop has its final value after it.
#include "print.h"
#include <vector>

static int upwards(int* a, int n) {
  int i;
#pragma parallel
  for (i = 0; i < n; ++i) a[i] = i;
  return i;
}

static int withStep(int* a, int n, int s) {
  int i = -5;
#pragma parallel block(16)
  for (i = 3; i < n; i += s) a[i] = 2 * i;
  return i;
}

static long downwards(int* a, long n) {
  long i;
#pragma parallel block
  for (i = n - 1; i >= 0; i -= 2) a[i] += 1;
  return i;
}

static unsigned notEqual(int* a, unsigned n) {
  unsigned i;
#pragma parallel
  for (i = n; i != 0; --i) a[i - 1] += 3;
  return i;
}

static void nested(int* a, int n, int* ends) {
  int i, j;
#pragma parallel
  for (i = 0; i < n; ++i)
#pragma parallel
    for (j = 0; j < 5; ++j) a[i * 5 + j] = i - j;
  ends[0] = i;
  ends[1] = n > 0 ? j : -1;
}

// The final value is read in the expression that also reads a reduced one.
static int withReduction(int* a, int n) {
  int i = 0;
  int sum = 0;
#pragma parallel reduction(+ : sum)
  for (i = 1; i < n; ++i) sum += a[i];
  return sum * 1000 + i;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(5 * n);
    std::printf("%d\n", upwards(a.data(), n));
    for (int s : {1, 2, 7, 500}) std::printf("%d\n", withStep(a.data(), n, s));
    std::printf("%ld\n", downwards(a.data(), n));
    std::printf("%u\n", notEqual(a.data(), static_cast<unsigned>(n)));
    print("a", a.data(), a.size());
    std::printf("%d\n", withReduction(a.data(), n));
    int ends[2] = {-1, -1};
    nested(a.data(), n, ends);
    std::printf("%d %d\n", ends[0], ends[1]);
    print("nested", a.data(), a.size());
  }
}
