// Small nests with their verdicts, with ranges that are cut into chunks, and butterflies. Above each stands what --dump=proof says of it;
// agreement_test.sh, which reads all files here as one, checks that it does, and that running agrees. Integers are sizes; pointers lead to the
// middle of memory of their own.
// clang-format off: a verdict is one line
#include <algorithm>
#include <cstddef>

// --- chunks ----------------------------------------------------------------------------------------------------------

// loop t: independent
void evenChunks(int n, int p, int* a) {
#pragma parallel
  for (int t = 0; t < p; ++t) {
    const int lo = t * n / p, hi = (t + 1) * n / p;
    for (int i = lo; i < hi; ++i) a[i] = t;
  }
}

// loop t: independent
void evenChunksUpdated(int n, int p, int* a) {
#pragma parallel
  for (int t = 0; t < p; ++t)
    for (int i = t * n / p; i < (t + 1) * n / p; ++i) a[i] = 3 * a[i] + t;
}

// loop t: independent
void evenChunksAsLong(int n, int p, int* a) {
#pragma parallel
  for (int t = 0; t < p; ++t)
    for (long i = long(n) * t / p; i < long(n) * (t + 1) / p; ++i) a[i] = t;
}

// loop t: independent
// assumes 0 <= n
void evenChunksUnsigned(int n, int p, int* a) {
#pragma parallel
  for (std::size_t t = 0; t < std::size_t(p); ++t)
    for (std::size_t i = t * n / p; i < (t + 1) * n / p; ++i) a[i] = int(t);
}

// loop t: independent
void evenChunksOfFour(int n, int* a) {
#pragma parallel
  for (int t = 0; t < 4; ++t)
    for (int i = t * n / 4; i < (t + 1) * n / 4; ++i) a[i] = t;
}

// loop t: independent
void evenChunksOfRows(int n, int m, int p, int* a) {
#pragma parallel
  for (int t = 0; t < p; ++t)
    for (int i = t * n / p; i < (t + 1) * n / p; ++i)
      for (int j = 0; j < m; ++j) a[i * m + j] = t;
}

// loop t: conflict: iterations t = 0 and t = 1 both write a[0], for n = 0
void evenChunksWithLast(int n, int* a) {
#pragma parallel
  for (int t = 0; t < 4; ++t)
    for (int i = t * n / 4; i <= (t + 1) * n / 4; ++i) a[i] = t;
}

// loop t: independent
void chunksOfOneSize(int n, int p, int* a) {
  const int size = (n + p) / (p + 1);
#pragma parallel
  for (int t = 0; t <= p; ++t)
    for (int i = t * size; i < std::min(n, (t + 1) * size); ++i) a[i] = t;
}

// loop t: independent
void firstChunksLonger(int n, int p, int* a) {
  const int each = n / (p + 1), rest = n % (p + 1);
#pragma parallel
  for (int t = 0; t <= p; ++t) {
    const int lo = t * each + std::min(t, rest), hi = lo + each + (t < rest ? 1 : 0);
    for (int i = lo; i < hi; ++i) a[i] = t;
  }
}

// loop t: conflict: iterations t = 0 and t = 1 both write a[1], for n = 2, p = 2
void chunksThatReachOver(int n, int p, int* a) {
#pragma parallel
  for (int t = 0; t < p; ++t)
    for (int i = t * n / p; i <= (t + 1) * n / p; ++i) a[i] = t;
}

// loop t: conflict: iteration t = 0 reads a[2], which iteration t = 1 writes, for n = 4, p = 2
void chunksThatReadOver(int n, int p, int* a) {
#pragma parallel
  for (int t = 0; t < p; ++t)
    for (int i = t * n / p; i < (t + 1) * n / p; ++i) a[i] = a[i + 1] + t;
}

// --- butterflies -----------------------------------------------------------------------------------------------------

// loop k: independent
void butterflyByQuotient(int n, int h, int* x) {
  const int half = h + 1;
#pragma parallel
  for (int k = 0; k < n; ++k) {
    const int i = k / half * 2 * half + k % half;
    const int t = x[i + half];
    x[i + half] = x[i] - t;
    x[i] += t;
  }
}

// loop k: independent
void butterflyOfTwoArrays(int n, int h, int* x, int* y) {
  const int half = h + 1;
#pragma parallel
  for (int k = 0; k < n; ++k) {
    const int i = k / half * 2 * half + k % half;
    const int t = x[i + half], u = y[i + half];
    x[i + half] = x[i] - t;
    y[i + half] = y[i] - u;
    x[i] += t;
    y[i] += u;
  }
}

// loop k: conflict: iteration k = 0 reads x[1], which iteration k = 1 writes, for h = 0, half = 1, n = 2
void butterflyByQuotientTooNarrow(int n, int h, int* x) {
  const int half = h + 1;
#pragma parallel
  for (int k = 0; k < n; ++k) {
    const int i = k / half * half + k % half;
    const int t = x[i + half];
    x[i + half] = x[i] - t;
    x[i] += t;
  }
}

// loop b: independent
void butterflyByBlocks(int n, int h, int* x) {
  const int half = h + 1;
#pragma parallel
  for (int b = 0; b < n; b += 2 * half)
    for (int k = 0; k < half; ++k) {
      const int t = x[b + k + half];
      x[b + k + half] = x[b + k] - t;
      x[b + k] += t;
    }
}
