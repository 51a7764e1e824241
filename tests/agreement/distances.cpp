// Small nests with their verdicts, by the distance of what iterations touch. Above each stands what --dump=proof says of it; agreement_test.sh, which
// reads all files here as one, checks that it does, and that running agrees. Integers are sizes; pointers lead to the
// middle of memory of their own.
// clang-format off: a verdict is one line

// --- distance 1 ------------------------------------------------------------------------------------------------------

// loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for n = 3
void flow(int n, int* a) {
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = a[i - 1] + 1;
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 3
void anti(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i] = a[i + 1] + 1;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for n = 2
void output(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = b[i];
    a[i + 1] = 0;
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2
void outputOnly(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i / 2] = i;
}

// loop i: conflict: iterations i = 1 and i = 2 both write a[1], for n = 3
void updateOfNeighbour(int n, int* a, int* b) {
#pragma parallel
  for (int i = 1; i < n; ++i) a[i - 1] += b[i], a[i] -= b[i];
}

// loop i: independent
void ownElement(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += a[i] * b[i];
}

// loop i: independent
void ownElementOfEachName(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}

// loop i: independent
void otherBuffer(int n, int* a, int* b) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1] + a[i] + a[i + 1];
}

// --- distance n ------------------------------------------------------------------------------------------------------

// loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for m = 1, n = 3
void flowAtN(int n, int m, int* a) {
#pragma parallel
  for (int i = m; i < n; ++i) a[i] = a[i - m];
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for m = 1, n = 2
void antiAtN(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 1, n = 2
void outputAtN(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = 1;
    a[i + m] = 2;
  }
}

// loop i: independent
void farEnough(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + n];
}

// loop i: independent
void farEnoughBehind(int n, int* a) {
#pragma parallel
  for (int i = n; i < 2 * n; ++i) a[i] = a[i - n];
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 1
void oneTooFar(int n, int* a) {
#pragma parallel
  for (int i = 0; i <= n; ++i) a[i] = a[i + n];
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 1
void rangeTooLong(int n, int* a) {
#pragma parallel
  for (int i = 0; i < 2 * n; ++i) a[i] = a[i + n];
}

// loop i: independent
void twoHalvesWritten(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = 1;
    a[i + n] = 2;
  }
}

// loop i: independent
void halvesOfTheLength(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n / 2; ++i) a[i] = a[n / 2 + i];
}

// loop i: independent
void halvesSwapped(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n / 2; ++i) {
    const int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}

// loop i: conflict: iteration i = 0 reads a[0], which iteration i = 1 writes, for n = 2
void reversedWholly(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}

// loop i: independent
void thirdsApart(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n / 3; ++i) a[i] = a[i + n / 3] + a[i + 2 * (n / 3)];
}

// --- factors and steps -----------------------------------------------------------------------------------------------

// loop i: independent
void evenIntoOdd(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[2 * i] = a[2 * i + 1];
}

// loop i: conflict: iteration i = 2 reads a[2], which iteration i = 1 writes, for n = 3
void twiceAgainstOnce(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[2 * i] = a[i] + 1;
}

// loop i: conflict: iteration i = 1 reads a[2], which iteration i = 2 writes, for n = 3
void onceAgainstTwice(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[2 * i];
}

// loop i: independent
void threeApart(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[3 * i] = a[3 * i + 1] + a[3 * i + 2] + a[3 * i - 1];
}

// loop i: independent
void sixAgainstFour(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[6 * i] = a[4 * i + 1];
}

// loop i: conflict: iteration i = 4 reads a[18], which iteration i = 3 writes, for n = 5
void sixMeetsFour(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[6 * i] = a[4 * i + 2];
}

// loop i: independent
void byStepsOfTwo(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; i += 2) a[i] = a[i + 1];
}

// loop i: conflict: iteration i = 0 reads a[2], which iteration i = 2 writes, for n = 3
void byStepsOfTwoTooFar(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; i += 2) a[i] = a[i + 2];
}

// loop i: independent
void pairsSwapped(int n, int* a) {
#pragma parallel
  for (int i = 1; i < n; i += 2) {
    const int t = a[i];
    a[i] = a[i - 1];
    a[i - 1] = t;
  }
}

// loop i: conflict: iteration i = 1 reads a[1], which iteration i = 2 writes, for n = 3
void pairsSwappedOverlapping(int n, int* a) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    const int t = a[i];
    a[i] = a[i - 1];
    a[i - 1] = t;
  }
}

// loop i: independent
void downwards(int n, int* a, int* b) {
#pragma parallel
  for (int i = n - 1; i >= 0; --i) a[i] = b[n - 1 - i];
}

// loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for n = 3
void downwardsInPlace(int n, int* a) {
#pragma parallel
  for (int i = n - 1; i > 0; --i) a[i] = a[i - 1];
}

// loop i: independent
void notEqual(int n, int* a) {
#pragma parallel
  for (int i = 0; i != 3 * n; i += 3) a[i] = a[i + 1] + a[i + 2];
}

// loop i: conflict: iteration i = 0 reads a[3], which iteration i = 3 writes, for n = 2
void notEqualTooFar(int n, int* a) {
#pragma parallel
  for (int i = 0; i != 3 * n; i += 3) a[i] = a[i + 3];
}

// loop i: independent
void complexNumbers(int n, int* z) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int t = z[2 * i];
    z[2 * i] = t - z[2 * i + 1];
    z[2 * i + 1] = t + z[2 * i + 1];
  }
}

// loop i: independent
void shiftedSubscript(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[(i << 1) + 1] = a[i << 1];
}

// loop i: independent
void butterfly(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; i += 2 * 4)
    for (int k = 0; k < 4; ++k) {
      const int t = a[i + k + 4];
      a[i + k + 4] = a[i + k] - t + m;
      a[i + k] += t;
    }
}

// loop i: conflict: iteration i = 0 reads a[6], which iteration i = 6 writes, for n = 7
void butterflyTooWide(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; i += 6)
    for (int k = 0; k < 4; ++k) {
      const int t = a[i + k + 4];
      a[i + k + 4] = a[i + k] - t;
      a[i + k] += t;
    }
}

// --- one element for all ---------------------------------------------------------------------------------------------

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2
void fixedElement(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[0] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for m = 0, n = 2
void fixedVariableElement(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[m] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write t[0], for n = 2
void sharedTemporary(int n, int* a, int* b, int* t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t[0] = a[i];
    b[i] = t[0] * t[0];
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write t[0], for n = 2
void sharedBuffer(int n, int* a, int* t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) t[k] = a[4 * i + k];
    for (int k = 0; k < 4; ++k) a[4 * i + k] = t[3 - k];
  }
}

// loop i: independent
void ownBuffer(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int t[4];
    for (int k = 0; k < 4; ++k) t[k] = a[4 * i + k];
    for (int k = 0; k < 4; ++k) a[4 * i + k] = t[3 - k];
  }
}

// loop i: independent
void bufferByIteration(int n, int* a, int* t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) t[4 * i + k] = a[4 * i + k];
    for (int k = 0; k < 4; ++k) a[4 * i + k] = t[4 * i + 3 - k];
  }
}

// loop i: conflict: iteration i = 0 reads count[0], which iteration i = 1 writes, for n = 2
void countedInPlace(int n, int* a, int* count) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    count[0] = count[0] * 2 + 1;
    a[i] = count[0];
  }
}

// loop i: independent
void readByAll(int n, int* a) {
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] -= a[0];
}

// loop i: conflict: iteration i = 1 reads a[0], which iteration i = 0 writes, for n = 2
void readByAllAndWritten(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] -= a[0];
}

// loop i: conflict: iteration i = 1 reads a[0], which iteration i = 0 writes, for m = 0, n = 2
void readFromTheMiddle(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] -= a[m];
}

// loop i: independent
void lastElementOfOthers(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i) a[i] += a[n - 1];
}

// loop i: independent
void onlyTheFirstWrites(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = i;
    if (i == 0) a[0] = n;
  }
}

// loop i: independent
void onlyTheLastWrites(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = i;
    if (i == n - 1) a[0] = i;
  }
}
