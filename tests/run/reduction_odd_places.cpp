// Sums in bit-fields, whose address nobody can take, and in volatile variables.
// targets: openmp interpret
#include <cstdio>

struct Bits {
  unsigned a : 5, b : 3;
};
static void inBits(int n, Bits& bits, const int* x) {
#pragma parallel reduction(+ : bits.a)
  for (int i = 0; i < n; ++i) bits.a += x[i];
}
static int inVolatile(int n, const int* x) {
  volatile int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s = s + x[i];
  return s;
}

int main() {
  int x[20];
  for (int i = 0; i < 20; ++i) x[i] = i;
  Bits bits{3, 5};
  inBits(20, bits, x);
  std::printf("%u %u %d\n", static_cast<unsigned>(bits.a), static_cast<unsigned>(bits.b), inVolatile(20, x));
  inBits(0, bits, x);
  std::printf("%u\n", static_cast<unsigned>(bits.a));
}
