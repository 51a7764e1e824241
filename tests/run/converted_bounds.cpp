// Constants of headers that are other numbers where the condition compares: C converts both sides to one type.
// warnings: -Wno-sign-compare
#include <cstdio>

static long long mixed(long long sum, long long i) { return sum + (i % 1000 + 1000) * 7 + 1; }

static void of32(unsigned a, int b) {
  long long s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0, s8 = 0, s9 = 0;
  constexpr int minusOne = -1;
  enum { minusTwo = -2 };
#pragma parallel reduction(+ : s1)
  for (unsigned i = a; i < -1; ++i) s1 += mixed(0, i);
#pragma parallel reduction(+ : s2)
  for (unsigned i = a; i <= minusTwo; ++i) s2 += mixed(0, i);
#pragma parallel block(7) reduction(+ : s3)
  for (unsigned i = -1; i >= -100; --i) s3 += mixed(0, i);
#pragma parallel block(16) reduction(+ : s4)
  for (unsigned i = a; i < minusOne; i += 5) s4 += mixed(0, i);
#pragma parallel reduction(+ : s5)
  for (int i = -1; i > 4294967200u; --i) s5 += mixed(0, i);
#pragma parallel reduction(+ : s6)
  for (int i = b; i > 4294967200u; --i) s6 += mixed(0, i);
#pragma parallel reduction(+ : s7)
  for (int i = -5; i < 10u; ++i) s7 += mixed(0, i);
#pragma parallel reduction(+ : s8)
  for (int i = -90; i <= 4294967290u; ++i) s8 += mixed(0, i);
#pragma parallel reduction(+ : s9)
  for (unsigned i = -50; i != 0; ++i) s9 += i % 3;
  std::printf("%lld %lld %lld %lld %lld %lld %lld %lld %lld\n", s1, s2, s3, s4, s5, s6, s7, s8, s9);
}

static void of64(unsigned long a, long b, unsigned m) {
  long long s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0;
#pragma parallel reduction(+ : s1)
  for (unsigned long i = a; i < -1; ++i) s1 += static_cast<long long>(i % 1000);
#pragma parallel block(5) reduction(+ : s2)
  for (unsigned long i = -7; i <= -2L; i += 2) s2 += static_cast<long long>(i % 1000);
#pragma parallel reduction(+ : s3)
  for (unsigned long i = 30; i != -1; --i) s3 += mixed(0, static_cast<long long>(i));
#pragma parallel reduction(+ : s4)
  for (long i = b; i > 18446744073709551500ul; --i) s4 += mixed(0, i);
#pragma parallel reduction(+ : s5)
  for (unsigned i = m; i != 0; i += -1u) s5 += mixed(0, i);
#pragma parallel reduction(+ : s6)
  for (long i = -3; i < m; ++i) s6 += mixed(0, i);
  std::printf("%lld %lld %lld %lld %lld %lld\n", s1, s2, s3, s4, s5, s6);
}

static void narrow(short first, short last) {
  long long s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0;
#pragma parallel reduction(+ : s1)
  for (unsigned char c = 0; c != 1; c += 3) s1 += mixed(0, c);
#pragma parallel reduction(+ : s2)
  for (signed char c = 5; c != -3; ++c) s2 += mixed(0, c);
#pragma parallel reduction(+ : s3)
  for (unsigned char c = 200; c != 100; ++c) s3 += mixed(0, c);
#pragma parallel reduction(+ : s4)
  for (unsigned short i = 10; i != 20; ++i) s4 += mixed(0, i);
#pragma parallel reduction(+ : s5)
  for (short i = first; i != last; ++i) s5 += mixed(0, i);
#pragma parallel reduction(+ : s6)
  for (signed char c = -128; c < 127; c += 5) s6 += mixed(0, c);
  std::printf("%lld %lld %lld %lld %lld %lld\n", s1, s2, s3, s4, s5, s6);
}

template <typename T>
static void ofAny(T first) {
  long long s1 = 0, s2 = 0;
#pragma parallel reduction(+ : s1)
  for (T i = first; i < -2; ++i) s1 += mixed(0, static_cast<long long>(i));
#pragma parallel reduction(+ : s2)
  for (T i = 9; i > -1; --i) s2 += mixed(0, static_cast<long long>(i));
  std::printf("%lld %lld\n", s1, s2);
}

// The counter as it is behind the loop, and one inside of another.
static void behind(unsigned a, double* x) {
  unsigned i;
#pragma parallel
  for (i = a; i < -1; ++i) x[i - a] = i;
  int k;
#pragma parallel
  for (k = -1; k > 4294967200u; --k) x[-k] += k;
#pragma parallel
  for (int r = 0; r < 4; ++r)
    for (unsigned j = -6; j <= -2; ++j) x[200 + r] += j % 100;
  double sum = 0;
  for (int j = 0; j < 300; ++j) sum += x[j] * (j + 1);
  std::printf("%u %d %.17g\n", i, k, sum);
}

int main() {
  of32(4294967000u, -2);
  of32(4294967295u, 3);
  of64(-20, -4, 12);
  narrow(32760, -32760);
  ofAny(-9);
  ofAny(-9L);
  ofAny(4294967280u);
  double x[300] = {};
  behind(4294967200u, x);
}
