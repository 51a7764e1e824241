// Small nests with their verdicts, in blocks, under conditions, of members and of sums. Above each stands what --dump=proof says of it; agreement_test.sh, which
// reads all files here as one, checks that it does, and that running agrees. Integers are sizes; pointers lead to the
// middle of memory of their own.
// clang-format off: a verdict is one line

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
