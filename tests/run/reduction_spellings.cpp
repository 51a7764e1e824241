// Every spelling of an update of a sum, a product and of bits, with and without a named operator.
#include "print.h"
#include <vector>

static void sums(const int* a, int n) {
  int s1 = 0, s2 = 0, s3 = 0, s4 = 100, s5 = 100, s6 = 0, s7 = 0, s8 = 0, s9 = 0;
#pragma parallel reduction(+ : s1)
  for (int i = 0; i < n; ++i) s1 += a[i] * 2;
#pragma parallel reduction(s2)
  for (int i = 0; i < n; ++i) s2 = s2 + a[i];
#pragma parallel reduction(+ : s3)
  for (int i = 0; i < n; ++i) s3 = a[i] + s3;
#pragma parallel reduction(+ : s4)
  for (int i = 0; i < n; ++i) s4 -= a[i];
#pragma parallel reduction(s5)
  for (int i = 0; i < n; ++i) s5 = s5 - a[i];
#pragma parallel reduction(s6)
  for (int i = 0; i < n; ++i)
    if (a[i] > 0) ++s6;
#pragma parallel reduction(+ : s7)
  for (int i = 0; i < n; ++i)
    if (a[i] > 0) s7++;
#pragma parallel reduction(+ : s8)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) --s8;
    if (a[i] < -10) s8--;
  }
  // Several updates of one variable in one iteration, of several kinds that are all sums.
#pragma parallel reduction(+ : s9)
  for (int i = 0; i < n; ++i) {
    s9 += a[i];
    s9 -= i;
    if (i & 1) ++s9;
    s9 = s9 + 3;
  }
  std::printf("%d %d %d %d %d %d %d %d %d\n", s1, s2, s3, s4, s5, s6, s7, s8, s9);
}

static void products(const double* a, int n) {
  double p1 = 1, p2 = 1, p3 = 2;
#pragma parallel reduction(* : p1)
  for (int i = 0; i < n; ++i) p1 *= a[i];
#pragma parallel reduction(p2)
  for (int i = 0; i < n; ++i) p2 = p2 * a[i];
#pragma parallel block(32) reduction(p3)
  for (int i = 0; i < n; ++i) p3 = a[i] * p3;
  std::printf("~ %.17g %.17g %.17g\n", p1, p2, p3);
}

static void bits(const unsigned* a, int n) {
  unsigned x1 = 0, x2 = 0, o1 = 0, o2 = 0, a1 = ~0u, a2 = ~0u;
#pragma parallel reduction(^ : x1)
  for (int i = 0; i < n; ++i) x1 = x1 ^ a[i];
#pragma parallel reduction(x2)
  for (int i = 0; i < n; ++i) x2 = (a[i] >> 3) ^ x2;
#pragma parallel reduction(| : o1)
  for (int i = 0; i < n; ++i) o1 = o1 | (a[i] & 48u);
#pragma parallel reduction(o2)
  for (int i = 0; i < n; ++i) o2 = (a[i] & 5u) | o2;
#pragma parallel reduction(& : a1)
  for (int i = 0; i < n; ++i) a1 = a1 & (a[i] | 0xffu);
#pragma parallel reduction(a2)
  for (int i = 0; i < n; ++i) a2 = (a[i] | 0xff00u) & a2;
  std::printf("%x %x %x %x %x %x\n", x1, x2, o1, o2, a1, a2);
}

// A longer right side: the variable is one term of a chain.
static long chain(const int* a, int n) {
  long s = 7;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s = s + a[i] + i;
  return s;
}

// What is narrower than an int, by a conversion that says so; products of which leave an int.
static void narrow(const int* a, int n) {
  unsigned char sum = 1;
  unsigned short product = 3;
  std::int16_t mixed = 7;
#pragma parallel reduction(+ : sum, mixed) reduction(* : product)
  for (int i = 0; i < n; ++i) {
    sum = static_cast<unsigned char>(sum + a[i]);
    mixed = std::int16_t(mixed - a[i]);
    product *= static_cast<unsigned short>(2 * (a[i] & 15) + 1);
  }
  std::printf("narrow %d %d %d\n", sum, product, mixed);
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    sums(a.data(), n);
    narrow(a.data(), n);
    std::vector<double> d(n);
    for (int i = 0; i < n; ++i) d[i] = 1.0 + (i % 7 - 3) / 64.0;
    products(d.data(), n);
    std::vector<unsigned> u(n);
    fill(u.data(), n, 2);
    bits(u.data(), n);
    std::printf("%ld\n", chain(a.data(), n));
  }
}
