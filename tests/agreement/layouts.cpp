// Small nests with their verdicts, in the layouts of grids, triangles and margins. Above each stands what --dump=proof says of it; agreement_test.sh, which
// reads all files here as one, checks that it does, and that running agrees. Integers are sizes; pointers lead to the
// middle of memory of their own.
// clang-format off: a verdict is one line

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

// --- rows, or diagonals of shorter ones ------------------------------------------------------------------------------

// loop i: independent
// loop j: independent
// assumes n <= q
// assumes 7 <= p
// assumes n + 5 <= p
void planesAlongADiagonal(int n, int p, int q, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[((n + 2) * p + 6) * q + i + 3] += 1;
#pragma parallel
    for (int j = -3; j < n; j += 2)
      b[i * (n + 3) + j + 3] = a[(4 * p + j + 5) * q + i + 3] + a[((j + 3) * p + j + 3) * q + i + 3];
  }
}

// loop i: independent
// assumes n <= q
// assumes 7 <= p
// assumes n <= p
void columnOfADiagonal(int n, int p, int q, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[(3 * p + 6) * q + i] += 1;
    for (int j = 0; j < n; ++j) b[i * n + j] = a[(4 * p + j) * q + i] + a[(j * p + j) * q + i];
  }
}

// loop i: independent
// assumes n <= q
// assumes 0 <= p
void rowsOfOneMore(int n, int p, int q, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[(3 * (p + 1) + p) * q + i] += 1;
    for (int j = 0; j <= p; ++j) b[i * (p + 1) + j] = a[(4 * (p + 1) + j) * q + i] + a[j * (p + 1) * q + i];
  }
}

// loop i: conflict: iterations (i = 0, j = -1) and (i = 1, j = -3) both write b[2], for n = 2
// loop j: independent
void rowsTooShortBesideADiagonal(int n, int p, int q, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[((n + 2) * p + 6) * q + i + 3] += 1;
#pragma parallel
    for (int j = -3; j < n; j += 2)
      b[i * n + j + 3] = a[(4 * p + j + 5) * q + i + 3] + a[((j + 3) * p + j + 3) * q + i + 3];
  }
}

// loop i: conflict: iteration i = 0 reads a[1], which iteration i = 1 writes, for n = 2, p = 1, q = 2
void diagonalOfTheNextColumn(int n, int p, int q, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[(j * p + j) * q + i] = a[(j * p + j) * q + i + 1];
}

// --- red and black by a colour of run time ---------------------------------------------------------------------------

// loop i: independent
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

// --- rows and columns counted down ---------------------------------------------------------------------------------------

// loop i: independent
// assumes n + 3 <= p
void rowsAndColumnsDown(int n, int p, int* a) {
#pragma parallel
  for (int i = 0; i != n; ++i)
    for (int j = n - 1; j != -4; --j) a[(n - i - 1) * p + n - j - 1] = j;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[2], for n = 2
void rowsDownAndOneColumnMore(int n, int* a) {
#pragma parallel
  for (int i = 0; i != n; ++i)
    for (int j = n - 1; j != -2; --j) a[(n - i - 1) * n + n - j - 1] = j;
}

// --- columns that differ whatever row it is --------------------------------------------------------------------------

// loop j: independent
// assumes 3*n <= q
// assumes r + 2 <= p
// assumes 0 <= r + 1
// assumes 2 <= p
// assumes 3*n <= p*q + 1
void columnsOfAnotherPlane(int n, int p, int q, int r, int* a) {
#pragma parallel
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k) a[(k * p + 1) * q + 3 * j + 1] = a[(2 * p + r + 1) * q + 3 * j + 2];
}

// loop j: independent
// assumes 3*n <= p*q
void columnsOfRowAndPlane(int n, int p, int q, int r, int* a) {
#pragma parallel
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k) a[(k * p + r) * q + 3 * j + 1] = a[(2 * p + r) * q + 3 * j + 2];
}

// --- an element of the row that the iterations go through --------------------------------------------------------------

// loop j: conflict: iteration j = 1 reads a[0], which iteration j = 0 writes, for k = 0, n = 2
void pivotInRow(int n, int k, int* a) {
#pragma parallel
  for (int j = 0; j < n; ++j) a[k * n + j] /= a[k * n + k] + 3;
}
