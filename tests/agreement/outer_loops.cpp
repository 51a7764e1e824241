// Small nests with their verdicts, in loops that advance what the nest is given. Above each stands what --dump=proof says of it;
// agreement_test.sh, which reads all files here as one, checks that it does, and that running agrees. Integers are sizes; pointers lead to the
// middle of memory of their own.
// clang-format off: a verdict is one line

// loop i: independent
void byThrees(int m, int* a) {
  for (int s = 0; s < m; s += 3) {
#pragma parallel
    for (int i = 0; i < 3; ++i) a[i] = a[i + s];
  }
}

// loop i: independent
void byThreesDown(int m, int* a) {
  for (int s = 3 * m; s >= 0; s -= 3) {
#pragma parallel
    for (int i = 0; i < 3; ++i) a[i] = a[i + s];
  }
}

// loop i: conflict: iteration i = 0 reads a[3], which iteration i = 3 writes, for m = 4, s = 3
void byThreesInFour(int m, int* a) {
  for (int s = 0; s < m; s += 3) {
#pragma parallel
    for (int i = 0; i < 4; ++i) a[i] = a[i + s];
  }
}
