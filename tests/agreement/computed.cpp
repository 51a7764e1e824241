// Small nests with their verdicts, with indices that are computed or that move. Above each stands what --dump=proof says of it; agreement_test.sh, which
// reads all files here as one, checks that it does, and that running agrees. Integers are sizes; pointers lead to the
// middle of memory of their own.
// clang-format off: a verdict is one line

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
// assumes n*n <= n + 4294967295
// assumes n*n <= 4294967297
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

// --- loops that end where a pointer or an index does ------------------------------------------------------------------

// loop i: independent
void whilePointerIsBelow(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int *p = a + i * n, *end = p + n;
    while (p < end) *p++ = i;
  }
}

// loop i: independent
void untilPointersMeet(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int* const end = a + (i + 1) * n;
    for (int* p = a + i * n; p != end; ++p) *p = i;
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 1
void oneFurtherThanTheRow(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int* const end = a + (i + 1) * n;
    for (int* p = a + i * n; p <= end; ++p) *p = i;
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 1
void writesBehindTheLast(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int *p = a + i * n, *end = p + n;
    while (p != end) *p++ = i;
    *p = 0;
  }
}

// loop i: independent
void backwardsThroughTheRow(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int *begin = a + i * n, *p = begin + n;
    while (p > begin) *--p = i;
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 1
void backwardsTooFar(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int *begin = a + i * n, *p = begin + n;
    while (p >= begin) *p-- = i;
  }
}

// loop i: independent
void twoInTheHeader(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0, at = i; j < n; ++j, at += m) a[at] = j;
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 2
void twoInTheHeaderSkewed(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0, at = i; j < n; ++j, at += m - 1) a[at] = j;
}

// loop i: independent
void twoInTheHeaderWithContinue(int m, int n, int* a, int* b) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0, at = i * n; j < n; ++j, ++at) {
      if (b[j]) continue;
      a[at] = j;
    }
}

// loop i: independent
void whileIndexIsBelow(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int k = i * n;
    while (k < (i + 1) * n) {
      a[k] = 1;
      ++k;
    }
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 1
void whileIndexIsBelowUnevenly(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int k = i * n;
    while (k < (i + 1) * n) {
      ++k;
      a[k] = 1;
      a[k - 1] = 2;
    }
  }
}

// loop i: independent
void threeAtATurn(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int *p = a + 3 * i * n, *end = p + 3 * n;
    while (p != end) {
      *p++ = 1;
      *p++ = 2;
      *p++ = 3;
    }
  }
}

// loop i: independent
void stopsEarly(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int *p = a + i * n, *end = p + n;
    while (p != end && *p == 0) *p++ = i;
  }
}

// --- rows that are named one by one -----------------------------------------------------------------------------------

// loop i: independent
// assumes n <= p
void secondRowToFirst(int n, int p, int* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[p + i] = x[2 * p + i];
}

// loop i: independent
// assumes n <= p
void fourRows(int n, int p, int* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    x[i] = 0;
    x[p + i] = 1;
    x[2 * p + i] = 2;
    x[3 * p + i] = 3;
  }
}

// loop i: conflict: iteration i = 0 reads x[4], which iteration i = 1 writes, for n = 2, p = 3
void nextOfItsOwnRow(int n, int p, int* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[p + i] = x[2 * p + i] + x[p + i + 1];
}

// loop i: conflict: iteration i = 0 reads x[2], which iteration i = 1 writes, for p = 1
void rowsThatAreTooShort(int p, int* x) {
#pragma parallel
  for (int i = 0; i < 2 * p; ++i) x[p + i] = x[2 * p + i];
}

// --- conditions without a comparison ----------------------------------------------------------------------------------

// loop i: independent
void oddFromEven(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i % 2) a[i] = a[i - 1];
}

// loop i: independent
void evenFromOdd(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (!(i & 1)) a[i] = a[i + 1];
}

// loop i: independent
void namedConditions(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const bool isOdd = i % 2 == 1, isInside = isOdd && i > 2;
    if (isInside) a[i] = a[i - 1];
  }
}

// loop i: conflict: iteration i = 2 reads a[1], which iteration i = 1 writes, for n = 3
void twoOfThree(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const bool moves = i % 3;
    if (moves) a[i] = a[i - 1];
  }
}

// --- loops that count down to nought ------------------------------------------------------------------------------------

// loop i: independent
void untilNothingIsLeft(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int* p = a + i * n;
    for (int k = n; k; --k) *p++ = i;
  }
}

// loop i: conflict: iterations i = 0 and i = 1 both write a[1], for m = 2, n = 1
void untilNothingIsLeftAndOneMore(int m, int n, int* a) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    int* p = a + i * n;
    for (int k = n; k; --k) *p++ = i;
    *p = 0;
  }
}
