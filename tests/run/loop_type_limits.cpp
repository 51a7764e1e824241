// Ranges that end or begin at the limits of the counter's type: blocks must not overflow where the loop did not.
// expect-warning: [appyl-unproved]
#include "print.h"
#include <climits>
#include <cstdint>
#include <cstddef>
#include <vector>

static void signedInt(int* a) {
#pragma parallel block
  for (int i = INT_MAX - 150; i < INT_MAX; ++i) a[i - (INT_MAX - 150)] = i % 1000;
#pragma parallel block(64)
  for (int i = INT_MAX - 150; i <= INT_MAX - 1; i += 3) a[i - (INT_MAX - 150)] ^= 5;
#pragma parallel block
  for (int i = INT_MIN; i < INT_MIN + 140; ++i) a[i - INT_MIN] += 1;
#pragma parallel block
  for (int i = INT_MIN + 130; i > INT_MIN; --i) a[i - INT_MIN] -= 2;
#pragma parallel
  for (int i = INT_MAX; i > INT_MAX - 100; i -= 9) a[INT_MAX - i] += 4;
}

static void unsignedInt(int* a) {
#pragma parallel block
  for (unsigned i = UINT_MAX - 150; i < UINT_MAX; ++i) a[i - (UINT_MAX - 150)] += 3;
#pragma parallel block(7)
  for (unsigned i = UINT_MAX - 150; i != UINT_MAX; i += 2) a[i - (UINT_MAX - 150)] += 5;
#pragma parallel
  for (unsigned i = UINT_MAX; i > UINT_MAX - 77; --i) a[UINT_MAX - i] -= 6;
}

static void longs(int* a) {
#pragma parallel block
  for (long i = LONG_MAX - 150; i < LONG_MAX; ++i) a[i - (LONG_MAX - 150)] += 1;
#pragma parallel shape(a[300]) block(100)
  for (std::size_t i = SIZE_MAX - 150; i < SIZE_MAX; ++i) a[i - (SIZE_MAX - 150)] += 2;
#pragma parallel shape(a[300]) block
  for (long long i = LLONG_MIN + 140; i > LLONG_MIN; --i) a[i - LLONG_MIN] += 3;
#pragma parallel shape(a[300])
  for (std::size_t i = SIZE_MAX; i != SIZE_MAX - 99; i -= 3) a[SIZE_MAX - i] += 8;
}

// Beside another counter the numbers of the subscripts do not fit on their way.
static void twoDimensions(int* a, const int* b, int n, int pitch, [[maybe_unused]] int size) {
#pragma parallel shape(a[size], b[size])
  for (long i = LONG_MAX - 2; i != LONG_MAX; i = i + 1)
    for (int j = 0; j < n; j += 5)
      a[(i - (LONG_MAX - 2)) * pitch + 3 * j + 2] += b[(j + 2) * 4 + (i - (LONG_MAX - 3))];
}

static void smallTypes(int* a) {
#pragma parallel block
  for (signed char i = -128; i < 127; ++i) a[i + 128] += i;
#pragma parallel block
  for (unsigned char i = 0; i < 255; ++i) a[i] += 7;
#pragma parallel block
  for (unsigned char i = 255; i > 0; --i) a[i] += 9;
#pragma parallel block
  for (short i = SHRT_MAX - 200; i < SHRT_MAX; ++i) a[i - (SHRT_MAX - 200)] += 1;
#pragma parallel block(128)
  for (unsigned short i = USHRT_MAX - 200; i < USHRT_MAX; i += 2) a[i - (USHRT_MAX - 200)] += 1;
}

// The span of the range does not fit into the counter's type.
static long wholeRange(int stride) {
  long sum = 0;
#pragma parallel reduction(+ : sum)
  for (int i = -2000000000; i < 2000000000; i += stride) sum += i / 1000;
#pragma parallel block reduction(+ : sum)
  for (int i = 2000000000; i > -2000000000; i -= stride) sum += i & 15;
  return sum;
}

int main() {
  std::vector<int> a(300);
  signedInt(a.data());
  print("int", a.data(), a.size());
  unsignedInt(a.data());
  print("unsigned", a.data(), a.size());
  longs(a.data());
  print("long", a.data(), a.size());
  std::vector<int> b(300);
  fill(b.data(), b.size(), 3);
  twoDimensions(a.data(), b.data(), 20, 100, static_cast<int>(a.size()));
  print("two dimensions", a.data(), a.size());
  smallTypes(a.data());
  print("small", a.data(), a.size());
  std::printf("%ld\n", wholeRange(100000007));
}
