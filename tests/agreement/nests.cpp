// Small nests with their verdicts: above each stands what --dump=proof says of it. agreement_test.sh checks that it
// does, and that running agrees: what is independent shows no conflict for any small size, and a conflict shows for the
// sizes that its example names. Integers are sizes; pointers lead to the middle of memory of their own.
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

// --- several dimensions ----------------------------------------------------------------------------------------------

// loop i: independent
void rows(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i][j] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0][0], for m = 1, n = 2
void rowMissing(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[j][0] = i;
}

// loop i: conflict: iteration (i = 2, j = 0) reads a[1][0], which iteration (i = 1, j = 0) writes, for m = 1, n = 3
// loop j: independent
void rowAbove(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 1; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) a[i][j] = a[i - 1][j];
}

// loop i: independent
// loop j: conflict: iteration (i = 0, j = 2) reads a[0][1], which iteration (i = 0, j = 1) writes, for m = 3, n = 1
void columnToTheLeft(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 1; j < m; ++j) a[i][j] = a[i][j - 1];
}

// loop i: conflict: iteration (i = 2, j = 1) reads a[1][1], which iteration (i = 1, j = 1) writes, for m = 3, n = 4
// loop j: conflict: iteration (i = 1, j = 2) reads a[1][1], which iteration (i = 1, j = 1) writes, for m = 4, n = 3
void stencilInPlace(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
#pragma parallel
    for (int j = 1; j < m - 1; ++j) a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// loop i: independent
// loop j: independent
void stencilIntoAnother(int n, int m, int (*a)[8], int (*b)[8]) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
#pragma parallel
    for (int j = 1; j < m - 1; ++j) b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// loop i: independent
// loop j: independent
void redBlack(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
#pragma parallel
    for (int j = 1 + i % 2; j < m - 1; j += 2) a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// loop i: conflict: iteration i = 2 reads a[1][2], which iteration i = 1 writes, for m = 5, n = 4
void redBlackDiagonal(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + i % 2; j < m - 1; j += 2) a[i][j] = a[i - 1][j - 1] + a[i + 1][j + 1];
}

// loop i: conflict: iteration i = 0 reads a[1][0], which iteration i = 1 writes, for n = 2
void transposeInPlace(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[i][j] = a[j][i];
}

// loop i: independent
// loop j: independent
void transposeTriangle(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < i; ++j) {
      const int t = a[i][j];
      a[i][j] = a[j][i];
      a[j][i] = t;
    }
}

// loop i: independent
// loop j: independent
void triangle(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = i; j < n; ++j) a[i][j] = i - j;
}

// loop i: independent
// loop j: independent
void mirrored(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < i; ++j) a[j][i] = a[i][j];
}

// loop i: conflict: iteration i = 0 reads a[0][1], which iteration i = 1 writes, for n = 2
void mirroredWithDiagonalTwice(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i + 1; ++j) a[j][i] = a[i][j];
}

// loop i: independent
void antiDiagonal(int n, int d, int (*a)[8]) {
#pragma parallel
  for (int i = 1; i < d; ++i) a[i][d - i] = a[i - 1][d - i] + a[i][d - i - 1] + n;
}

// loop d: conflict: iteration d = 3 reads a[1][1], which iteration d = 2 writes, for n = 4
void antiDiagonals(int n, int (*a)[8]) {
#pragma parallel
  for (int d = 2; d < n; ++d)
    for (int i = 1; i < d; ++i) a[i][d - i] = a[i - 1][d - i] + a[i][d - i - 1];
}

// loop i: independent
void diagonal(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i][i] = 1;
}

// loop i: independent
void rowAndColumn(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i][0] = a[0][i];
}

// loop i: independent
void borders(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    a[0][i] = 1;
    a[i][0] = 2;
  }
}

// loop i: independent
void bordersWithCorner(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[0][i] = 1;
    a[i][0] = 2;
  }
}

// loop i: independent
void prefixOfEachRow(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j) a[i][j] += a[i][j - 1];
}

// loop i: independent
// loop j: conflict: iteration (i = 0, j = 2) reads a[0][1], which iteration (i = 0, j = 1) writes, for m = 3, n = 1
void prefixOfEachRowInParallel(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 1; j < m; ++j) a[i][j] += a[i][j - 1];
}

// loop i: conflict: iteration i = 1 reads d[0][0], which iteration i = 0 writes, for k = 0, n = 2
void shortestPaths(int n, int k, int (*d)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) d[i][j] = d[i][k] + d[k][j] < d[i][j] ? d[i][k] + d[k][j] : d[i][j];
}

// loop i: independent
// loop j: independent
void elimination(int n, int k, int (*a)[8]) {
#pragma parallel
  for (int i = k + 1; i < n; ++i)
#pragma parallel
    for (int j = k + 1; j < n; ++j) a[i][j] -= a[i][k] * a[k][j];
}

// loop i: independent
// loop j: conflict: iteration (i = 1, j = 1) reads a[1][0], which iteration (i = 1, j = 0) writes, for k = 0, n = 2
void eliminationFromThePivot(int n, int k, int (*a)[8]) {
#pragma parallel
  for (int i = k + 1; i < n; ++i)
#pragma parallel
    for (int j = k; j < n; ++j) a[i][j] -= a[i][k] * a[k][j];
}

// loop i: conflict: iteration i = 1 reads a[0][1], which iteration i = 0 writes, for k = 0, n = 2
void eliminationOfAllRows(int n, int k, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = k + 1; j < n; ++j) a[i][j] -= a[k][j];
}

// loop t: conflict: iteration t = 2 reads a[1][0], which iteration t = 1 writes, for m = 1, n = 3
void timeSteps(int n, int m, int (*a)[8]) {
#pragma parallel
  for (int t = 1; t < n; ++t)
    for (int i = 0; i < m; ++i) a[t][i] = a[t - 1][i];
}

// loop i: independent
void spaceInside(int n, int m, int (*a)[8]) {
  for (int t = 1; t < n; ++t)
#pragma parallel
    for (int i = 1; i < m; ++i) a[t][i] = a[t - 1][i - 1] + a[t - 1][i];
}

// loop i: conflict: iteration i = 2 reads a[1][1], which iteration i = 1 writes, for m = 3, n = 2, t = 1
void spaceInsideSameRow(int n, int m, int (*a)[8]) {
  for (int t = 1; t < n; ++t)
#pragma parallel
    for (int i = 1; i < m; ++i) a[t][i] = a[t - 1][i] + a[t][i - 1];
}

// loop i: independent
// loop j: independent
void cube(int n, int m, int (*a)[4][4]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 4; ++k) a[i][j][k] = a[i][j][3 - k] + 1;
}

// loop i: independent
// loop j: conflict: iterations (i = 0, j = 0) and (i = 0, j = 1) both write a[0][0][0], for m = 2, n = 1
void cubeWithoutTheMiddle(int n, int m, int (*a)[4][4]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 4; ++k) a[i][0][k] = j;
}

// --- linearised ------------------------------------------------------------------------------------------------------

// loop i: independent
// loop j: independent
void flat(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) a[i * m + j] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 1, n = 2
void flatWrongLength(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= m; ++j) a[i * m + j] = i;
}

// loop i: conflict: iterations (i = 0, j = 0) and (i = 1, j = 0) both write a[0], for m = 1, n = 2
// loop j: independent
void flatRowMissing(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) a[j] = i;
}

// loop i: independent
// loop j: conflict: iterations (i = 0, j = 0) and (i = 0, j = 1) both write a[0], for m = 2, n = 1
void flatColumnMissing(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) a[i * m] = j;
}

// loop i: conflict: iterations (i = 0, j = 1) and (i = 1, j = 0) both write a[1], for m = 2, n = 2
// loop j: independent
void flatSumOfCounters(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) a[i + j] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for m = 1, n = 2
void flatProductOfCounters(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i * j] = i;
}

// loop i: independent
// loop j: independent
void flatTransposed(int n, int m, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) b[j * n + i] = a[i * m + j];
}

// loop i: independent
// loop j: independent
// assumes m <= ld
void flatLeadingDimension(int n, int m, int ld, int* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) c[i * ld + j] += 1;
}

// loop i: independent
// loop j: independent
// loop l: independent
void flatThree(int n, int m, int k, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
#pragma parallel
      for (int l = 0; l < k; ++l) a[(i * m + j) * k + l] = l;
}

// loop i: independent
// assumes k <= k*m
void flatThreeTermMissing(int n, int m, int k, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int l = 0; l < k; ++l) a[i * m * k + l] = j;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for k = 1, m = 1, n = 2
void flatThreePlanesMissing(int n, int m, int k, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int l = 0; l < k; ++l) a[j * k + l] = i;
}

// loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for m = 1, n = 4
void flatStencilInPlace(int n, int m, int* a) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
    for (int j = 0; j < m; ++j) a[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j];
}

// loop i: independent
// loop j: independent
void flatStencilIntoAnother(int n, int m, int* a, int* b) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
#pragma parallel
    for (int j = 1; j < m - 1; ++j)
      b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
}

// loop t: independent
void flatInOneLoop(int n, int m, int* a) {
#pragma parallel
  for (int t = 0; t < n * m; ++t) a[t] = t / 8 + t % 8;
}

// loop i: independent
// loop j: independent
void flatWithPadding(int n, int m, int* a) {
#pragma parallel
  for (int i = 1; i <= n; ++i)
#pragma parallel
    for (int j = 1; j <= m; ++j) a[i * (m + 2) + j] = i;
}

// loop i: conflict: iterations i = 1 and i = 2 both write a[6], for m = 1, n = 2
void flatWithTooLittlePadding(int n, int m, int* a) {
#pragma parallel
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j <= m + 2; ++j) a[i * (m + 2) + j] = i;
}

// loop i: independent
void flatRowByPointer(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int* row = &a[i * m];
    for (int j = 0; j < m; ++j) row[j] = i;
  }
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for m = 1, n = 2
void flatRowByPointerIntoTheNext(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int* row = a + i * m;
    for (int j = 0; j < m; ++j) row[j] = row[j + m];
  }
}

// loop i: independent
// assumes 0 <= k
void flatPivot(int n, int k, int* a) {
#pragma parallel
  for (int i = k + 1; i < n; ++i)
    for (int j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

// loop i: independent
// loop j: independent
void flatTriangle(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j <= i; ++j) a[i * n + j] = i;
}

// loop y: independent
// loop x: independent
void flatChannels(int n, int m, int* a) {
#pragma parallel
  for (int y = 0; y < n; ++y)
#pragma parallel
    for (int x = 0; x < m; ++x)
      for (int c = 0; c < 3; ++c) a[(y * m + x) * 3 + c] = 255 - a[(y * m + x) * 3 + c];
}

// loop y: conflict: iterations (y = 0, x = 0) and (y = 1, x = 0) both write a[3], for m = 1, n = 2
// loop x: conflict: iterations (y = 0, x = 0) and (y = 0, x = 1) both write a[3], for m = 2, n = 1
void flatChannelsTooMany(int n, int m, int* a) {
#pragma parallel
  for (int y = 0; y < n; ++y)
#pragma parallel
    for (int x = 0; x < m; ++x)
      for (int c = 0; c < 4; ++c) a[(y * m + x) * 3 + c] = c;
}

// loop i: independent
// assumes 0 < inc
void increment(int n, int inc, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i * inc] += 1;
}

// --- blocks and partitions -------------------------------------------------------------------------------------------

// loop b: independent
void blocksByHand(int n, int* a) {
#pragma parallel
  for (int b = 0; b < n; b += 4)
    for (int i = b; i < b + 4; ++i)
      if (i < n) a[i] = b;
}

// loop b: independent
void blocksByMinimum(int n, int* a) {
#pragma parallel
  for (int b = 0; b < n; b += 4) {
    const int end = b + 4 < n ? b + 4 : n;
    for (int i = b; i < end; ++i) a[i] = b;
  }
}

// loop b: conflict: iterations b = 0 and b = 4 both write a[4], for n = 5
void blocksOneTooLong(int n, int* a) {
#pragma parallel
  for (int b = 0; b < n; b += 4)
    for (int i = b; i <= b + 4; ++i) a[i] = b;
}

// loop b: conflict: iteration b = 5 reads a[4], which iteration b = 1 writes, for n = 6
void blocksWithHalo(int n, int* a) {
#pragma parallel
  for (int b = 1; b < n; b += 4)
    for (int i = b; i < b + 4; ++i) a[i] = a[i - 1] + 1;
}

// loop b: independent
void blocksWithHaloOfAnother(int n, int* a, int* c) {
#pragma parallel
  for (int b = 1; b < n; b += 4)
    for (int i = b; i < b + 4; ++i) c[i] = a[i - 1] + a[i + 1];
}

// loop b: independent
void blocksByNumber(int n, int* a) {
#pragma parallel
  for (int b = 0; b < n; ++b)
    for (int i = 0; i < 16; ++i) a[16 * b + i] = b;
}

// loop b: conflict: iterations b = 0 and b = 1 both write a[16], for n = 2
void blocksByNumberTooLong(int n, int* a) {
#pragma parallel
  for (int b = 0; b < n; ++b)
    for (int i = 0; i < 17; ++i) a[16 * b + i] = b;
}

// loop w: independent
void moduloPartition(int n, int* a) {
#pragma parallel
  for (int w = 0; w < 4; ++w)
    for (int i = 0; i < n; ++i)
      if (i % 4 == w) a[i] = w;
}

// loop w: conflict: iterations w = 0 and w = 3 both write a[0], for n = 1
void moduloPartitionTooSmall(int n, int* a) {
#pragma parallel
  for (int w = 0; w < 4; ++w)
    for (int i = 0; i < n; ++i)
      if (i % 3 == w % 3) a[i] = w;
}

// loop w: independent
void strided(int n, int* a) {
#pragma parallel
  for (int w = 0; w < 4; ++w)
    for (int i = w; i < n; i += 4) a[i] = w;
}

// loop w: conflict: iterations w = 0 and w = 3 both write a[3], for n = 4
void stridedTooShort(int n, int* a) {
#pragma parallel
  for (int w = 0; w < 4; ++w)
    for (int i = w; i < n; i += 3) a[i] = w;
}

// loop i: independent
void quotientAndRemainder(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i / 8][i % 8] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2
void quotientAlone(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i / 4] = i;
}

// loop i: conflict: iterations i = 0 and i = 4 both write a[0], for n = 5
void remainderAlone(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i % 4] = i;
}

// loop i: independent
void remainderOfFew(int* a) {
#pragma parallel
  for (int i = 5; i < 9; ++i) a[i % 4] = i;
}

// loop i: independent
void quotientBySteps(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; i += 4) a[i / 4] = i;
}

// loop i: conflict: iterations i = -3 and i = 0 both write a[1]
void quotientTowardsZero(int* a) {
#pragma parallel
  for (int i = -3; i < 4; i += 3) a[i / 4 + 1] = i;
}

// --- guards ----------------------------------------------------------------------------------------------------------

// loop i: conflict: iteration i = 1 reads a[0], which iteration i = 0 writes, for m = 0, n = 2
void guardedHalves(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i < m) a[i] = 1;
    if (i >= m) a[i] = a[m];
  }
}

// loop i: independent
void guardedParts(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i < m)
      a[i] = 1;
    else
      a[i + n] = a[i];
  }
}

// loop i: independent
void guardedByParity(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i % 2 == 0) a[i] = a[i + 1];
}

// loop i: conflict: iteration i = 0 reads a[2], which iteration i = 2 writes, for n = 3
void guardedByTheWrongDistance(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i % 2 == 0) a[i] = a[i + 2];
}

// loop i: independent
void guardedByContinue(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i >= m) continue;
    a[i] = a[i + m];
  }
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for m = 1, n = 2
void guardedByContinueOneTooLate(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i > m) continue;
    a[i] = a[i + m];
  }
}

// loop i: independent
void guardedEnds(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i > 0 && i < n - 1) a[i] = a[0] + a[n - 1];
}

// loop i: conflict: iteration i = 1 reads a[2], which iteration i = 2 writes, for n = 3
void guardedEndsByOne(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i > 0) a[i] = a[0] + a[n - 1];
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2
void guardedFewWrite(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i < 2) a[0] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[2], for n = 2
void guardedOneTooMany(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i >= n - 2) a[n] = i;
}

// loop i: independent
// loop j: independent
void guardedTriangle(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j)
      if (j < i) a[j][i] = a[i][j];
}

// loop i: conflict: iteration i = 0 reads a[0][1], which iteration i = 1 writes, for n = 2
void guardedSquare(int n, int (*a)[8]) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (j <= i + 1) a[j][i] = a[i][j];
}

// loop i: independent
void clampedNeighbour(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a[i > 0 ? i - 1 : 0] + a[i < n - 1 ? i + 1 : n - 1];
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for m = 0, n = 2
void clampedTarget(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i < m ? i : m] = i;
}

// --- members ---------------------------------------------------------------------------------------------------------

struct Cell {
  int value, next, last[4];
};

// loop i: independent
void ownMember(int n, Cell* c) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].value = c[i].next;
}

// loop i: conflict: iteration i = 0 reads c[1].value, which iteration i = 1 writes, for n = 2
void memberOfTheNext(int n, Cell* c) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].value = c[i + 1].value;
}

// loop i: independent
void otherMemberOfTheNext(int n, Cell* c) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].value = c[i + 1].next;
}

// loop i: independent
void arrayInCell(int n, Cell* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = 1; k < 4; ++k) c[i].last[k] = c[i].last[k - 1];
}

// loop i: conflict: iteration i = 0 reads c[1].last[3], which iteration i = 1 writes, for n = 2
void arrayInNextCell(int n, Cell* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k) c[i].last[k] = c[i + 1].last[3 - k];
}

// loop i: conflict: iteration i = 0 reads c[1], which iteration i = 1 writes, for n = 2
void wholeCells(int n, Cell* c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    c[i] = c[i + 1];
  }
}

// loop i: conflict: iteration i = 2 reads c[1].value, which iteration i = 1 writes, for n = 3
void throughReference(int n, Cell* c) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    Cell& here = c[i];
    here.value = c[i - 1].value;
  }
}

// loop i: independent
void convolutionGathered(int n, int m, int* a, int* w, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int k = 0; k < m; ++k) s += a[i + k] * w[k];
    b[i] = s;
  }
}

// loop i: conflict: iteration i = 0 reads b[1], which iteration i = 1 writes, for m = 2, n = 2
void convolutionScattered(int n, int m, int* a, int* w, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) b[i + k] = b[i + k] * 2 + a[i] * w[k];
}

// loop i: independent
// loop j: independent
void multiplied(int n, int m, int k, int* a, int* b, int* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) {
      int s = 0;
      for (int l = 0; l < k; ++l) s += a[i * k + l] * b[l * m + j];
      c[i * m + j] = s;
    }
}

// loop l: conflict: iteration l = 0 reads c[0], which iteration l = 1 writes, for k = 2, m = 1, n = 1
void multipliedOverTheWrongLoop(int n, int m, int k, int* a, int* b, int* c) {
#pragma parallel
  for (int l = 0; l < k; ++l)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) c[i * m + j] = c[i * m + j] * 3 + a[i * k + l] * b[l * m + j];
}

// --- updates ---------------------------------------------------------------------------------------------------------

// loop i: independent but for the reduction of s[0]
void summed(int n, int* a, int* s) {
#pragma parallel reduction(+:s[0])
  for (int i = 0; i < n; ++i) s[0] += a[i];
}

// loop i: conflict: iterations i = 0 and i = 1 both write s[0], for n = 2
void summedWithoutTheClause(int n, int* a, int* s) {
#pragma parallel
  for (int i = 0; i < n; ++i) s[0] += a[i];
}

// loop i: conflict: iteration i = 1 reads s[0], which iteration i = 0 writes, for n = 2
void summedAndRead(int n, int* a, int* s) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s[0] += a[i];
    a[i] = s[0];
  }
}

// loop i: independent
void rowSums(int n, int m, int (*a)[8], int* s) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) s[i] += a[i][j];
}

// loop i: conflict: iterations i = 0 and i = 1 both write s[0], for m = 1, n = 2
void columnSums(int n, int m, int (*a)[8], int* s) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) s[j] += a[i][j];
}

// loop i: independent but for the reduction of s
// loop j: independent but for the reduction of s
void columnSumsByClause(int n, int m, int (*a)[8], int* s) {
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) s[j] += a[i][j];
}

// loop i: independent
// loop j: conflict: iterations (i = 0, j = 0) and (i = 0, j = 1) both write s[0], for m = 2, n = 1
void rowSumsOfParallelColumns(int n, int m, int (*a)[8], int* s) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) s[i] += a[i][j];
}

// loop i: independent but for the reduction of bins
void binned(int n, int* at, int* bins) {
#pragma parallel reduction(+:bins)
  for (int i = 0; i < n; ++i) bins[at[i]] += 1;
}

// loop i: conflict: iterations i = 0 and i = 1 both write c[1], for m = 2, n = 2
void polynomialProduct(int n, int m, int* a, int* b, int* c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) c[i + j] += a[i] * b[j];
}

// --- two ends of a loop, and steps of run time -----------------------------------------------------------------------

// loop b: independent
void blocksByHandWithBothEnds(int n, int* a) {
#pragma parallel
  for (int b = 0; b < n; b += 4)
    for (int i = b; i < b + 4 && i < n; ++i) a[i] = b;
}

// loop b: conflict: iterations b = 0 and b = 4 both write a[4], for n = 5
void blocksByHandTooLong(int n, int* a) {
#pragma parallel
  for (int b = 0; b < n; b += 4)
    for (int i = b; i < b + 5 && i < n; ++i) a[i] = b;
}

// loop b: independent
void blocksUntilData(int n, int* a, int* c) {
#pragma parallel
  for (int b = 0; b < n; b += 4)
    for (int i = b; i < b + 4 && c[i] > 0; ++i) a[i] = b;
}

// loop i: independent
void blocksOfRunTime(int n, int s, int* a) {
  if (s < 1) return;
#pragma parallel
  for (int i = 0; i < n; i += s)
    for (int k = i; k < i + s; ++k) a[k] = i;
}

// loop i: independent
void blocksOfRunTimeWithBothEnds(int n, int s, int* a) {
  if (s < 1) return;
#pragma parallel
  for (int i = 0; i < n; i += s)
    for (int k = i; k < i + s && k < n; ++k) a[k] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for n = 2, s = 1
void blocksOfRunTimeTooLong(int n, int s, int* a) {
  if (s < 1) return;
#pragma parallel
  for (int i = 0; i < n; i += s)
    for (int k = i; k <= i + s; ++k) a[k] = i;
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 2, s = 1
void blocksOfRunTimeReadTheNext(int n, int s, int* a) {
  if (s < 1) return;
#pragma parallel
  for (int i = 0; i < n; i += s)
    for (int k = i; k < i + s; ++k) a[k] = a[k + s];
}

// loop i: independent
void blocksOfRunTimeDownwards(int n, int s, int* a) {
  if (s < 1) return;
#pragma parallel
  for (int i = n; i > 0; i -= s)
    for (int k = i; k > i - s && k > 0; --k) a[k] = i;
}

// loop i: independent
// loop j: independent
void tilesOfRunTime(int n, int m, int s, int t, int* a) {
  if (s < 1 || t < 1) return;
#pragma parallel
  for (int i = 0; i < n; i += s)
#pragma parallel
    for (int j = 0; j < m; j += t)
      for (int k = i; k < i + s && k < n; ++k)
        for (int l = j; l < j + t && l < m; ++l) a[k * m + l] = 1;
}

// loop t: independent
void chunks(int n, int m, int chunk, int* a) {
#pragma parallel
  for (int t = 0; t < m; ++t)
    for (int i = t * chunk; i < (t + 1) * chunk && i < n; ++i) a[i] = t;
}

// loop t: conflict: iterations t = 0 and t = 1 both write a[0], for chunk = 0, m = 2
void chunksThatOverlap(int m, int chunk, int* a) {
#pragma parallel
  for (int t = 0; t < m; ++t)
    for (int i = t * chunk; i <= (t + 1) * chunk; ++i) a[i] = t;
}

// loop t: independent
void everyMth(int n, int m, int* a) {
#pragma parallel
  for (int t = 0; t < m; ++t)
    for (int i = t; i < n; i += m) a[i] = t;
}

// loop t: conflict: iterations t = 0 and t = 1 both write a[1], for m = 1, n = 2
void everyMthTwice(int n, int m, int* a) {
  if (m < 1) return;
#pragma parallel
  for (int t = 0; t <= m; ++t)
    for (int i = t; i < n; i += m) a[i] = t;
}

// --- flat subscripts with factors ------------------------------------------------------------------------------------

// loop i: independent
// loop j: independent
// loop k: independent
// assumes o <= q
// assumes 2*m <= p + 1
void everySecondRow(int n, int m, int o, int p, int q, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
#pragma parallel
      for (int k = 0; k < o; ++k) a[(i * p + 2 * j) * q + k] = 1;
}

// loop i: independent
// assumes 0 < p
void besideTheDiagonal(int n, int p, int* a) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    a[i * p + i] = 2;
    a[i * p + i - 1] = 1;
  }
}

// loop i: independent
void threeDiagonals(int n, int* a) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i) {
    a[i * n + i - 1] = 1;
    a[i * n + i] = 2;
    a[i * n + i + 1] = 1;
  }
}

// --- counted out -----------------------------------------------------------------------------------------------------

// loop i: independent
void bitsReversed(int* a, int* b) {
#pragma parallel
  for (int i = 0; i < 64; ++i)
    a[i % 2 * 32 + i / 2 % 2 * 16 + i / 4 % 2 * 8 + i / 8 % 2 * 4 + i / 16 % 2 * 2 + i / 32 % 2] = b[i];
}

// loop i: conflict: iterations i = 0 and i = 32 both write a[0]
void bitsReversedButOne(int* a, int* b) {
#pragma parallel
  for (int i = 0; i < 64; ++i)
    a[i % 2 * 32 + i / 2 % 2 * 16 + i / 4 % 2 * 8 + i / 8 % 2 * 4 + i / 16 % 2 * 2] = b[i];
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[2], for l = 2, m = 2, n = 2
void missingFactor(int n, int m, int l, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k) a[i * m + j * l + k] = 0;
}

// --- indices that functions compute ----------------------------------------------------------------------------------

#include <cstdlib>

static int rowMajor(int i, int j, int n) { return i * n + j; }
static int notTheGreater(int a, int b) { return a * 0 + b; }
template <class T> static T columnMajor(const T& i, const T& j, const T& m) { return j * m + i; }

// loop i: independent
void throughFunction(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[rowMajor(i, j, m)] = i;
}

// loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for m = 1, n = 3
void throughFunctionTheRowBefore(int n, int m, int* a) {
#pragma parallel
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; ++j) a[rowMajor(i, j, m)] = a[rowMajor(i - 1, j, m)];
}

// loop i: independent
void throughTemplate(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[columnMajor(j, i, m)] = i;
}

// loop i: independent
void throughLambda(int n, int m, int* a) {
  const auto at = [&](int i, int j) { return i * m + j; };
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const int here = at(i, j);
      a[here] += here;
    }
}

// loop i: independent
// assumes m < n
void throughLambdaWithSwappedSubscripts(int n, int m, int* a) {
  const auto at = [=](int i, int j) { return i * n + j; };
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= m; ++j) a[at(i, j)] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[0], for n = 2
void throughFunctionOfAKnownName(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[notTheGreater(i, 0)] = i;
}

// --- rows that nothing counts -----------------------------------------------------------------------------------------

// loop i: independent
// loop j: independent
// assumes 0 <= pitch
// assumes m + 2*pitch <= pitch*planes
// assumes m <= pitch
// assumes 3 <= planes
void planesOfRows(int planes, int pitch, int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) {
      a[(i * planes + 1) * pitch + j] = i;
      a[(i * planes + 2) * pitch + j] = j;
    }
}

// --- rows with margins -----------------------------------------------------------------------------------------------

// loop j: independent
// assumes 0 <= g
void margins(int n, int m, int g, int* a) {
  const int pitch = n + 2 * g;
#pragma parallel
  for (int j = g; j < m + g; ++j)
    for (int i = g; i < n + g; ++i) a[j * pitch + i] = j;
}

// loop j: independent
// assumes 0 <= h + l
void twoMargins(int n, int m, int l, int h, int* a) {
#pragma parallel
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) a[j * (l + n + h) + l + i] = j;
}

// loop k: independent
// assumes 0 <= g
void marginsOfABox(int n, int m, int l, int g, int* a) {
  const int row = n + 2 * g, plane = m + 2 * g;
#pragma parallel
  for (int k = 0; k < l; ++k)
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i) a[((k + g) * plane + j + g) * row + i + g] = k;
}

// loop j: conflict: iterations j = 0 and j = 1 both write a[3], for g = 1, m = 2, n = 1
void marginsOfARowTooLong(int n, int m, int g, int* a) {
  const int pitch = n + 2 * g;
#pragma parallel
  for (int j = 0; j < m; ++j)
    for (int i = 0; i <= pitch; ++i) a[j * pitch + i] = j;
}

// --- red and black by a colour of run time ---------------------------------------------------------------------------

// loop i: independent
// assumes 0 <= c + 1
void redBlack(int n, int m, int c, int* u) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i + c) % 2; j < m - 1; j += 2)
      u[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1];
}

// loop i: conflict: iteration i = 1 reads u[13], which iteration i = 2 writes, for c = 0, m = 5, n = 4
void redBlackWithACorner(int n, int m, int c, int* u) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i + c) % 2; j < m - 1; j += 2) u[i * m + j] = u[i * m + j - 1] + u[(i + 1) * m + j + 1];
}

// --- packed triangles ------------------------------------------------------------------------------------------------

// loop i: independent
void packedLower(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) a[i * (i + 1) / 2 + j] = i;
}

// loop i: independent
void packedStrictlyLower(int n, int* a) {
#pragma parallel
  for (int i = n - 1; i > 0; --i) {
    int* row = a + i * (i - 1) / 2;
    for (int j = 0; j < i; ++j) row[j] += row[0];
  }
}

// loop i: independent
void packedUpper(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) a[i * n - i * (i + 1) / 2 + j] = i;
}

// loop i: independent
void packedBySquares(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2 * i + 1; ++j) a[i * i + j] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for n = 2
void packedRowsTooLong(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i + 1; ++j) a[i * (i + 1) / 2 + j] = i;
}

// loop i: conflict: iterations i = 1 and i = 2 both write a[2], for n = 3
void packedWithTheWrongTriangle(int n, int* a) {
#pragma parallel
  for (int i = 1; i < n; ++i)
    for (int j = 0; j <= i; ++j) a[i * (i - 1) / 2 + j + 1] = i;
}

// --- two indices out of one ------------------------------------------------------------------------------------------

// loop t: independent
void recovered(int n, int m, int* a) {
#pragma parallel
  for (int t = 0; t < n * m; ++t) {
    const int i = t / m, j = t % m;
    a[i * m + j] = i + j;
  }
}

// loop t: independent
void recoveredThree(int n, int m, int l, int* a) {
#pragma parallel
  for (int t = 0; t < n * m * l; ++t) {
    const int i = t / (m * l), j = t / l % m, k = t % l;
    a[(i * m + j) * l + k] = i + j;
  }
}

// loop i: conflict: iterations i = 0 and i = 2 both write a[1], for n = 3
void distances(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[std::abs(i - n / 2)] = i;
}

// loop i: independent
void pivotRow(int n, int* a) {
  for (int k = 0; k < n; ++k) {
    const int* pivot = a + k * n;
#pragma parallel
    for (int i = k + 1; i < n; ++i) {
      int* row = a + i * n;
      for (int j = k; j < n; ++j) row[j] -= pivot[j];
    }
  }
}

// loop i: conflict: iteration i = 1 reads a[0], which iteration i = 0 writes, for k = 0, n = 2
void pivotRowToo(int n, int* a) {
  for (int k = 0; k < n; ++k) {
    const int* pivot = a + k * n;
#pragma parallel
    for (int i = k; i < n; ++i) {
      int* row = a + i * n;
      for (int j = k; j < n; ++j) row[j] -= pivot[j];
    }
  }
}

// loop i: independent
// assumes 0 <= k
void neighboursSwapped(int n, int k, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i + 1 - 2 * ((i + k) % 2)] = i;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for k = 1, n = 2
void neighboursTogether(int n, int k, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i + (i + k) % 2] = i;
}

// --- several buffers of a size of run time ----------------------------------------------------------------------------

// loop i: independent
void otherHalf(int n, int s, int* a) {
  for (int t = 0; t < s; ++t) {
#pragma parallel
    for (int i = 1; i < n; ++i) a[(t + 1) % 2 * n + i] = a[t % 2 * n + i - 1] + 1;
  }
}

// loop i: independent
void halvesByPointers(int n, int s, int* a) {
  for (int t = 0; t < s; ++t) {
    int *from = a + t % 2 * n, *to = a + (t + 1) % 2 * n;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) to[i] = from[i - 1] + from[i + 1];
  }
}

// loop i: independent
void halvesByNumbers(int n, int s, int* a) {
  for (int t = 0; t < s; ++t) {
    const int from = t & 1, to = from ^ 1;
#pragma parallel
    for (int i = 1; i < n; ++i) a[to * n + i] = a[from * n + i - 1] + 1;
  }
}

// loop i: independent
void halvesExchanged(int n, int s, int* a) {
  int from = 0;
  for (int t = 0; t < s; ++t) {
#pragma parallel
    for (int i = 1; i < n; ++i) a[(1 - from) * n + i] = a[from * n + i - 1] + 1;
    from = 1 - from;
  }
}

// loop i: independent
void threeBuffers(int n, int s, int* a) {
  for (int t = 0; t < s; ++t) {
#pragma parallel
    for (int i = 1; i < n; ++i) a[t % 3 * n + i] = a[(t + 1) % 3 * n + i - 1] + a[(t + 2) % 3 * n + i];
  }
}

// loop i: independent
void otherPlane(int m, int n, int s, int* a) {
  for (int t = 0; t < s; ++t) {
#pragma parallel
    for (int i = 1; i < m - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[((t + 1) % 2 * m + i) * n + j] = a[(t % 2 * m + i - 1) * n + j] + a[(t % 2 * m + i) * n + j + 1];
  }
}

// loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for n = 3, s = 1, t = 0
void sameHalf(int n, int s, int* a) {
  for (int t = 0; t < s; ++t) {
#pragma parallel
    for (int i = 1; i < n; ++i) a[(t + 2) % 2 * n + i] = a[t % 2 * n + i - 1] + 1;
  }
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 2, s = 2, t = 1
void intoOtherHalf(int n, int s, int* a) {
  for (int t = 0; t < s; ++t) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[(t + 1) % 2 * n + i] = a[t % 2 * n + i - 1] + 1;
  }
}

// loop k: independent
void halvesOfButterflies(int n, int* a) {
  for (int length = 2; length <= n; length *= 2) {
    const int half = length / 2;
#pragma parallel
    for (int k = 0; k < n; k += length)
      for (int j = 0; j < half; ++j) {
        const int u = a[k + j], v = a[k + j + half];
        a[k + j] = u + v;
        a[k + j + half] = u - v;
      }
  }
}

// --- remainders of sizes ----------------------------------------------------------------------------------------------

// loop t: independent
void transposingIndex(int m, int n, int* a) {
#pragma parallel
  for (int t = 0; t < m * n; ++t) a[t % m * n + t / m] = t;
}

// loop i: independent
// assumes 0 <= s
void shiftedRows(int n, int m, int s, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i * m + (j + s) % m] = b[i * m + j];
}

// loop t: independent
// assumes m <= w
void paddedRows(int m, int n, int w, int* a) {
#pragma parallel
  for (int t = 0; t < m * n; ++t) a[t / m * w + t % m] = t;
}

// loop i: conflict: iteration i = 1 reads a[1], which iteration i = 0 writes, for n = 2
void shiftedInPlace(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[(i + 1) % n] = a[i];
}

// loop i: conflict: iterations i = 0 and i = 2 both write a[1], for n = 2
void onceTooOften(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i <= n; ++i) a[(i + 1) % n] = b[i];
}

// --- one of two values, and bits --------------------------------------------------------------------------------------

// loop j: independent
void wrappedByChoice(int m, int s, int* a, int* b) {
#pragma parallel
  for (int j = 0; j < m; ++j) a[j + s < m ? j + s : j + s - m] = b[j];
}

// loop i: independent
void wrappedByBranch(int n, int m, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int left = j - 1;
      if (left < 0) left = m - 1;
      a[i * m + left] = b[i * m + j];
    }
}

// loop i: independent
void clampedInRows(int n, int m, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i * m + j] += a[i * m + (j < 1 ? 0 : j > m - 2 ? m - 1 : j + 1)];
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 2
void neighbourOrFirst(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i == n - 1 ? 0 : i + 1];
}

// loop i: independent
void partnersOfFour(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const int j = i ^ 4;
    if (j > i && j < n) {
      const int t = a[i];
      a[i] = a[j];
      a[j] = t;
    }
  }
}

// loop i: conflict: iteration i = 0 reads a[4], which iteration i = 4 writes, for n = 5
void bothPartners(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i ^ 4], a[i ^ 4] = i;
}

// loop i: independent
void groupsTurnedRound(int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i ^ 7] = b[i];
}

// --- triangles in several spellings -----------------------------------------------------------------------------------

// loop i: independent
void triangleTwice(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a[i * (i + 1) / 2 + j] = a[(i * i + i) / 2 + j] + a[(i + 1) * (i + 2) / 2 - 1];
}

// loop i: independent
void upperTriangleTwice(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) a[n * i - i * (i + 1) / 2 + j] += a[(2 * n - i - 1) * i / 2 + j];
}

// loop i: independent
void unsignedTriangle(int n, int* a) {
#pragma parallel
  for (unsigned i = 0; i < (unsigned)n; ++i)
    for (unsigned j = 0; j < i; ++j) a[i * (i - 1) / 2 + j] = 1;
}

// loop i: conflict: iteration i = 1 reads a[0], which iteration i = 0 writes, for n = 2
void triangleAbove(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) a[i * (i + 1) / 2 + j] = a[i * (i - 1) / 2 + j];
}

// --- columns from 1 ---------------------------------------------------------------------------------------------------

// loop i: independent
void columnsFromOne(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 1; j <= n; ++j) a[i * n + j] = j;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 1
void columnsFromNoughtAndTooFar(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= n; ++j) a[i * n + j] = j;
}

// --- pointers and indices that move -----------------------------------------------------------------------------------

// loop i: independent
void walkingPointers(int m, int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int* p = a + i * n;
    const int* q = b + i * n;
    for (int j = 0; j < n; ++j) *p++ = 2 * *q++;
  }
}

// loop i: independent
void walkingByThree(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int* p = a + i * 3 * n;
    for (int j = 0; j < n; ++j) {
      *p++ = 1;
      p[0] = 2;
      p[1] = 3;
      p += 2;
    }
  }
}

// loop i: independent
void walkingIndex(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int k = i * n;
    for (int j = 0; j < n; ++j) a[k++] = j;
  }
}

// loop i: independent
void walkingDown(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int k = i;
    for (int j = 0; j < n; ++j) {
      a[k] = j;
      k += m;
    }
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 1
void walkingTooFar(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int* p = a + i * n;
    for (int j = 0; j <= n; ++j) *p++ = 1;
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 1
void walkingFromOne(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int k = i * n;
    for (int j = 0; j < n; ++j) a[k++] = j;
    a[k] = 0;
  }
}
