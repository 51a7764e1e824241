// Elements at which the sizes are unsigned, in tiles of shared memory too: what is subtracted there is no large number.
#include <stdio.h>

static void gather(unsigned n, unsigned p, unsigned q, const unsigned char *a, long *b) {
#pragma parallel
#pragma block
  for (unsigned i = 0; i < n; ++i) {
#pragma block(1)
    for (unsigned j = 3; j < n; ++j) b[i] = 3 * b[i] % 1009 + a[(1 * p + j) * q + 2 * j];
  }
}

int main(void) {
  static unsigned char a[60 * 60];
  static long b[40];
  for (int k = 0; k < 60 * 60; ++k) a[k] = (unsigned char)(k * 7 % 101);
  for (unsigned n = 0; n < 24; n += 1 + n / 4) {
    gather(n, 5, 43, a, b);
    long s = 0;
    for (int i = 0; i < 40; ++i) s = s * 31 % 1000003 + b[i];
    printf("%u %ld\n", n, s);
  }
  return 0;
}
