// Conversions and unsigned arithmetic do not keep every value.
#include <algorithm>

namespace unsigned_remainder {
void f(int* a) {
#pragma parallel
  for (int i = -3; i < 4; ++i) a[(unsigned)i % 4] = i;  // warning: [appyl-unproved] subscript '(unsigned)i % 4' of 'a' is not affine
}
}

namespace unsigned_remainder_var {
void f(int* a) {
#pragma parallel
  for (int i = -3; i < 4; ++i) {
    unsigned k = i;
    a[k % 4] = i;  // warning: [appyl-unproved] subscript 'k % 4' of 'a' is not affine
  }
}
}

namespace truncated_product {
void f(int* a, long n) {
#pragma parallel
  for (long i = 0; i < n; ++i) a[(unsigned)(i * 4294967296L)] = 1;  // warning: [appyl-unproved] subscript '(unsigned)(i * 4294967296L)' of 'a' is not affine
}
}

namespace truncated_hash {
void f(int* a) {
#pragma parallel
  for (unsigned long i = 0; i < 1000; ++i) {
    unsigned h = i * 2654435761UL;
    a[h % 1000] = 1;  // warning: [appyl-unproved] subscript 'h % 1000' of 'a' is not affine
  }
}
}

namespace mixed_min {
void f(int* a, unsigned n) {
#pragma parallel
  for (unsigned i = 0; i <= n + 1; ++i) a[std::min<unsigned>(i - 1, n)] = i;  // warning: [appyl-unproved] subscript 'std::min<unsigned>(i - 1, n)' of 'a' is not affine
}
}

namespace mixed_compare_guard {
void f(int* a, int* b, unsigned n) {
#pragma parallel
  for (int i = -2; i < 1; ++i) {
    if (i < n + 1u - (n & 1)) b[i + 5] = 1; else a[0] = i;  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
  }
}
}

namespace byte_inner_counter {
void f(int* a) {
#pragma parallel
  for (int i = 256; i < 1000; i += 256)
    for (unsigned char j = i; j < 10; ++j) a[j] = i;  // warning: [appyl-unproved] the range of 'j' is not affine, and 'a' is accessed in it
}
}

namespace unsigned_inner_start {
void f(int* a) {
#pragma parallel
  for (int i = 0; i < 2; ++i)
    for (unsigned j = i - 2; j < 4; ++j) a[j] = i;  // warning: [appyl-unproved] the range of 'j' is not affine, and 'a' is accessed in it
}
}

namespace member_min {
struct T { const int* p; int min(int i, int j) const { return p[i] + j; } };
void f(const T& t, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[t.min(i, 1000000)] = i;  // warning: [appyl-unproved] subscript 't.min(i, 1000000)' of 'a' is not affine
}
}

namespace unsigned_wrap_const {
void f(int* a) {
#pragma parallel
  for (unsigned i = 0; i < 200003; ++i) a[(i * 40503u) % 200003] = 1;  // warning: [appyl-unproved] subscript '(i * 40503u) % 200003' of 'a' is not affine
}
}

namespace template_byte {
template <class T> void g(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { T k = i; a[k] = 1; }  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
}
template void g<unsigned char>(int*, int);
}

namespace square_of_32_bits {
void f(int* a) {
#pragma parallel
  for (unsigned i = 0; i < 100000; ++i) a[i * i] = 1;  // warning: [appyl-unproved] subscript 'i * i' of 'a' is not affine
}
}  // namespace square_of_32_bits

// Numbers are told as they are written.
void byNumbers(double* a, const double* b, double s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[(int)(0.5 * i)] = b[i];  // warning: [appyl-unproved] '(int)(0.5 * i)' of 'a'
#pragma parallel
  for (int i = 0; i < n; ++i) a[i + int(0.25 * s)] = a[i + int(1.5 * s)];  // warning: [appyl-unproved] 'int(0.25 * s)'
}

// What a function's parameters cut off.
static int greater(signed char a, signed char b) { return a > b ? a : b; }
static int less(unsigned a, unsigned b) { return a < b ? a : b; }
void ofNarrowParameters(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[std::max<signed char>(i, 0)] = 1;  // warning: [appyl-unproved] is not affine
#pragma parallel
  for (int i = 0; i < n; ++i) a[greater(i, 0)] = 1;  // warning: [appyl-unproved] is not affine
#pragma parallel
  for (int i = -5; i < 5; ++i) a[less(i, 100)] = 1;  // warning: [appyl-unproved] is not affine
}
