// Several variables in one clause, several clauses on one loop, and one directive per clause.
#include "print.h"
#include <algorithm>
#include <vector>

static void statistics(const double* a, int n) {
  double sum = 0, squares = 0, low = 1e30, high = -1e30;
  int count = 0;
#pragma parallel reduction(+ : sum, squares, count) reduction(min : low) reduction(max : high)
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    squares += a[i] * a[i];
    low = std::min(low, a[i]);
    high = std::max(high, a[i]);
    if (a[i] > 0) ++count;
  }
  std::printf("~ %.17g %.17g\n", sum, squares);
  std::printf("%a %a %d\n", low, high, count);
}

static void severalLines(const int* a, int n) {
  long sum = 0;
  unsigned bits = 0;
  int best = -1;
#pragma parallel
#pragma block(16)
#pragma reduction(+ : sum)
#pragma appyl reduction(^ : bits), reduction(max : best)
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    bits ^= static_cast<unsigned>(a[i]);
    if (a[i] > best) best = a[i];
  }
  std::printf("%ld %x %d\n", sum, bits, best);
}

static void inferredTogether(const int* a, int n) {
  long sum = 0, product = 1;
  int low = 99;
#pragma parallel, reduction(sum, product, low)
  for (int i = 0; i < n; ++i) {
    sum = a[i] + sum;
    product *= a[i] % 2 ? 1 : -1;
    low = a[i] < low ? a[i] : low;
  }
  std::printf("%ld %ld %d\n", sum, product, low);
}

// Whose pointers are declared in the loop, or chosen there, or lead to what may change at any time; arrays in place.
static void whereFrom(const int* a, const int* b, int n) {
  long sum = 0, other = 0, odd = 0, few = 0;
  const volatile int* watched = a;
  const int* chosen = b;
  int own[40];
  for (int i = 0; i < 40; ++i) own[i] = i * i;
#pragma parallel block(256) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    const int* const here = b;
    sum += here[i];
  }
#ifndef ON_DEVICE
#pragma parallel block(256) reduction(+ : other)
#endif
  for (int i = 0; i < n; ++i) {
    chosen = b;
    other += chosen[i];
  }
#pragma parallel block(256) reduction(+ : odd)
  for (int i = 0; i < n; ++i) odd += watched[i] + 2L * b[i];
#pragma parallel block(256) reduction(+ : few)
  for (int i = 0; i < 40; ++i) few += own[i];
  std::printf("%ld %ld %ld %ld\n", sum, other, odd, few);
}

// Ranges of which the last page is a part, and bytes, of which a block is.
static void pages(const unsigned char* bytes, const double* x, std::size_t first, std::size_t last) {
  long sum = 0;
  double total = 0;
#pragma parallel reduction(+ : sum)
  for (std::size_t i = first; i < last; ++i) sum += bytes[i];
#pragma parallel reduction(+ : total)
  for (std::size_t i = first; i <= last; ++i) total += x[i];
  long odd = 0, steps = 0;
#pragma parallel reduction(+ : odd)
  for (std::size_t i = first; i != last; ++i)
    if (bytes[i] & 1) ++odd;
#pragma parallel reduction(+ : steps)
  for (long i = static_cast<long>(first) - 7; i < static_cast<long>(last) - 7; ++i) steps += bytes[i + 7] + i;
  std::printf("%ld %.17g %ld %ld\n", sum, total, odd, steps);
}

// The variables are used in each other's updates only through values of this iteration.
static void mixedTypes(const float* a, int n) {
  float sum = 0;
  long double exact = 0;
  short odd = 0;
  bool negative = false;
#ifndef ON_DEVICE
#pragma parallel block(100) reduction(+ : sum, exact, odd) reduction(|| : negative)
#endif
  for (int i = 0; i < n; ++i) {
    const float x = a[i] * 0.25f;
    sum += x;
    exact += x;
    if (static_cast<int>(a[i]) & 1) ++odd;
    negative = negative || x < 0;
  }
  std::printf("~ %.9g %.17g\n", static_cast<double>(sum), static_cast<double>(exact));
  std::printf("%d %d\n", odd, negative);
}

int main() {
  for (int n : sizes) {
    std::vector<double> d(n);
    fill(d.data(), n, 1);
    statistics(d.data(), n);
    std::vector<int> a(n);
    fill(a.data(), n, 2);
    severalLines(a.data(), n);
    inferredTogether(a.data(), n);
    std::vector<float> f(n);
    fill(f.data(), n, 3);
    mixedTypes(f.data(), n);
    whereFrom(a.data(), std::vector<int>(n, 3).data(), n);
  }
  std::vector<unsigned char> bytes(20000);
  std::vector<double> x(20001);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i * 7), x[i] = static_cast<double>(i % 11);
  for (const std::size_t last : {0, 5, 4096, 4097, 12000, 20000}) pages(bytes.data(), x.data(), last / 3, last);
}
