// Elements of all rows by a pointer to the first one; comments behind a directive that go on in the next line; words without a blank between them.
#include "print.h"

static int a[4][8], b[4][8], c[4][8], at[32], o[3][32];
struct Chain {
  int value;
  Chain& add(int x) { value += x; return*this; }
};

int main() {
  for (int i = 0; i < 32; ++i) a[i / 8][i % 8] = b[i / 8][i % 8] = c[i / 8][i % 8] = 100 + i, at[i] = 31 - i;
#pragma parallel \
  block(4) /* and
  another */
  for (int i = 0; i < 32; ++i) o[0][i] = (&a[0][0])[at[i]];
  int* first = &b[0][0];
#pragma parallel /* one thing
  and another */
  for (int i = 0; i < 32; ++i) o[1][i] = first[at[i]];
#pragma parallel
  for (int i = 0; i < 32; ++i) {
    Chain chain{i};
    o[2][i] = (&c[0][0])[31 - i] + chain.add(2).value;
  }
  print("o", &o[0][0], 3 * 32);
}
