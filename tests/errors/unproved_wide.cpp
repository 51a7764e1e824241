// Unsigned values that wrap around below zero are huge in a wider type, and steps of a wide counter may be
// nothing in a narrow one.
void steps(long n, int* a) {
#pragma parallel
  for (long i = 0; i < n; i += 4294967296L) a[int(i)] = 1;  // warning: [appyl-unproved] subscript 'int(i)' of 'a' is not affine
}

void smallSteps(long n, int* a) {
#pragma parallel
  for (long i = 0; i < n; i += 8) a[int(i)] = 1;
}

void compared(unsigned n, long m, int* a) {
#pragma parallel
  for (unsigned i = 0; i < n; ++i) {
    if (i - 1 < m)
      a[i] = 1;  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
    else
      a[i + 1] = 2;
  }
}

void widened(unsigned n, int* a) {
#pragma parallel
  for (unsigned i = 0; i < n; ++i) {
    const long before = i - 1;
    a[before < 0 ? i + 1 : i] = 1;  // warning: [appyl-unproved] subscript
  }
}

void neverBelow(unsigned n, long m, int* a) {
#pragma parallel
  for (unsigned i = 1; i < n; ++i) {
    const long before = i - 1;
    if (n - i < m) a[before] = 1;
  }
}
