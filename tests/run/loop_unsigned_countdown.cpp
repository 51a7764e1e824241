// Unsigned counters that count down: the value below zero must never be computed.
#include "print.h"
#include <cstddef>
#include <vector>

static void ofUnsigned(unsigned* a, unsigned n) {
#pragma parallel block
  for (unsigned i = n; i > 0; --i) a[i - 1] = 3 * i;
}

static void ofSize(unsigned* a, std::size_t n) {
#pragma parallel
  for (std::size_t i = n; i > 0; i--) a[i - 1] += static_cast<unsigned>(n - i);
#pragma parallel block(16)
  for (std::size_t i = n; i >= 1; --i) a[i - 1] ^= 9u;
}

static void withStep(unsigned* a, unsigned n) {
#pragma parallel block(4)
  for (unsigned i = n / 5 * 5; i > 0; i -= 5) a[i - 1] += i;
#pragma parallel
  for (unsigned i = n; i >= 10; i -= 3) a[i - 1] -= 1;
}

// The bound is not 0, and the start may lie below it: nothing runs then.
static void toTheMiddle(unsigned* a, unsigned n, unsigned middle) {
#pragma parallel block
  for (unsigned i = n; i > middle; --i) a[i - 1] *= 5;
}

static unsigned sum(const unsigned* a, unsigned n) {
  unsigned s = 0;
#pragma parallel block(100) reduction(+ : s)
  for (unsigned i = n; i != 0; --i) s += a[i - 1] * i;
  return s;
}

int main() {
  for (int size : sizes) {
    const unsigned n = static_cast<unsigned>(size);
    std::vector<unsigned> a(n);
    ofUnsigned(a.data(), n);
    ofSize(a.data(), n);
    withStep(a.data(), n);
    print("a", a.data(), n);
    toTheMiddle(a.data(), n, n / 2);
    toTheMiddle(a.data(), n, n + 100);
    print("middle", a.data(), n);
    std::printf("%u\n", sum(a.data(), n));
  }
}
