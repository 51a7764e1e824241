// Counters of every integer type.
#include "print.h"
#include <cstddef>
#include <cstdint>
#include <vector>

template <class Counter>
static void square(long long* a, Counter n) {
#pragma parallel block(32)
  for (Counter i = 0; i < n; ++i) a[i] = static_cast<long long>(i) * static_cast<long long>(i);
}

static void ofEachType(long long* a, int n) {
#pragma parallel
  for (signed char i = 0; i < 100; ++i) a[i] += i;
#pragma parallel
  for (unsigned char i = 0; i < 200; i += 3) a[i] += i;
#pragma parallel block
  for (short i = 0; i < n; ++i) a[i] += 2 * i;
#pragma parallel
  for (unsigned short i = 0; i < n; ++i) a[i] -= 3;
#pragma parallel block(64)
  for (long i = 0; i < n; ++i) a[i] += i & 7;
#pragma parallel
  for (unsigned long i = 0; i < static_cast<unsigned long>(n); ++i) a[i] ^= static_cast<long long>(i);
#pragma parallel block
  for (long long i = n - 1; i >= 0; --i) a[i] += 1;
#pragma parallel
  for (unsigned long long i = 0; i < 256ull; i += 2) a[i] -= 1;
#pragma parallel
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); i++) a[i] += 5;
#pragma parallel block(16)
  for (std::ptrdiff_t i = 0; i < n; ++i) a[i] *= 3;
#pragma parallel
  for (char i = 0; i < 'z'; ++i) a[static_cast<int>(i)] += 'a';
#pragma parallel
  for (std::uint8_t i = 255; i > 10; i -= 5) a[i] += 1;
#pragma parallel
  for (std::int16_t i = 250; i >= 0; i -= 4) a[i] += 2;
#pragma parallel block
  for (auto i = n - n; i < n; ++i) a[i] += 9;
}

int main() {
  std::vector<long long> a(300);
  square<unsigned char>(a.data(), 255);
  print("unsigned char", a.data(), a.size());
  square<signed char>(a.data(), 127);
  square<short>(a.data(), 300);
  square<unsigned short>(a.data(), 299);
  square<int>(a.data(), 298);
  square<unsigned>(a.data(), 297);
  square<long>(a.data(), 296);
  square<unsigned long>(a.data(), 295);
  square<long long>(a.data(), 294);
  square<std::size_t>(a.data(), 293);
  print("all", a.data(), a.size());
  ofEachType(a.data(), 256);
  print("each", a.data(), a.size());
}
