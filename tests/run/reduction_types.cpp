// Reduced variables of every arithmetic type; unsigned ones and small ones wrap as the sequential loop wraps.
#include "print.h"
#include <cstdint>
#include <vector>

template <class T>
static T sum(const int* a, int n) {
  T s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += static_cast<T>(a[i] & 15);
  return s;
}

template <class T>
static T largest(const int* a, int n) {
  T best = 0;
#pragma parallel block(64) reduction(max : best)
  for (int i = 0; i < n; ++i)
    if (static_cast<T>(a[i]) > best) best = static_cast<T>(a[i]);
  return best;
}

template <class T>
static T parity(const int* a, int n) {
  T bits = 1;
#pragma parallel block reduction(^ : bits)
  for (int i = 0; i < n; ++i) bits ^= static_cast<T>(a[i] + i);
  return bits;
}

static void wrapping(const int* a, int n) {
  std::uint8_t byte = 250;
  unsigned short word = 65000;
  unsigned product = 3;
#pragma parallel reduction(+ : byte, word)
  for (int i = 0; i < n; ++i) {
    byte += static_cast<std::uint8_t>(a[i]);
    word += static_cast<unsigned short>(a[i] * 99);
  }
#pragma parallel reduction(* : product)
  for (int i = 0; i < n; ++i) product *= 2u * static_cast<unsigned>(a[i]) + 1u;
  std::printf("%u %u %u\n", byte, word, product);
}

#ifdef ON_DEVICE  // which has no long double
using Widest = double;
#else
using Widest = long double;
#endif

int main() {
  for (int n : {0, 1, 8, 129, 1000}) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    const int few = n < 8 ? n : 8;
    std::printf("%d %d %u\n", sum<char>(a.data(), few), sum<signed char>(a.data(), few), sum<unsigned char>(a.data(), n));
    std::printf("%d %u %d %u\n", sum<short>(a.data(), n), sum<unsigned short>(a.data(), n), sum<int>(a.data(), n),
                sum<unsigned>(a.data(), n));
    std::printf("%ld %lu %lld %llu\n", sum<long>(a.data(), n), sum<unsigned long>(a.data(), n),
                sum<long long>(a.data(), n), sum<unsigned long long>(a.data(), n));
    std::printf("~ %.9g %.17g %.17g\n", sum<float>(a.data(), n), sum<double>(a.data(), n),
                static_cast<double>(sum<Widest>(a.data(), n)));
    std::printf("%d %d %u %ld %llu %a %a %a\n", largest<signed char>(a.data(), n), largest<short>(a.data(), n),
                largest<unsigned>(a.data(), n), largest<long>(a.data(), n), largest<unsigned long long>(a.data(), n),
                static_cast<double>(largest<float>(a.data(), n)), largest<double>(a.data(), n),
                static_cast<double>(largest<Widest>(a.data(), n)));
    std::printf("%d %u %d %llu\n", parity<signed char>(a.data(), n), parity<unsigned short>(a.data(), n),
                parity<int>(a.data(), n), parity<unsigned long long>(a.data(), n));
    wrapping(a.data(), n);
  }
}
