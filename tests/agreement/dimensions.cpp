// Small nests with their verdicts, over several dimensions, as written or in a flat array. Above each stands what --dump=proof says of it; agreement_test.sh, which
// reads all files here as one, checks that it does, and that running agrees. Integers are sizes; pointers lead to the
// middle of memory of their own.
// clang-format off: a verdict is one line

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
