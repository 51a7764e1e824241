// Small nests with their verdicts, with bands of matrices and with strides that are computed in front. Above each stands what --dump=proof says of it;
// agreement_test.sh, which reads all files here as one, checks that it does, and that running agrees. Integers are sizes; pointers lead to the
// middle of memory of their own.
// clang-format off: a verdict is one line
#include <algorithm>
#include <cstddef>

// --- bands -----------------------------------------------------------------------------------------------------------

// loop j: independent
void bandBelow(int n, int k, int* ab) {
  const int ld = k + 1;
#pragma parallel
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n && i <= j + k; ++i) ab[j * ld + i - j] = i;
}

// loop j: independent
void bandBelowWrittenOut(int n, int k, int* ab) {
#pragma parallel
  for (int j = 0; j < n; ++j)
    for (int i = j; i <= std::min(n - 1, j + k); ++i) ab[j * (k + 1) + i - j] = i;
}

// loop j: independent
void bandUnderCondition(int n, int k, int* ab) {
#pragma parallel
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i)
      if (i - j <= k) ab[j * (k + 1) + i - j] = i;
}

// loop j: independent
void bandOnBothSides(int n, int kl, int ku, int* ab) {
  const int ld = kl + ku + 1;
#pragma parallel
  for (int j = 0; j < n; ++j) {
    const int lo = std::max(0, j - ku), hi = std::min(n - 1, j + kl);
    for (int i = lo; i <= hi; ++i) ab[j * ld + ku + i - j] = i;
  }
}

// loop j: independent
// assumes kl + ku < ld
void bandInLongerRows(int n, int kl, int ku, int ld, int* ab) {
#pragma parallel
  for (int j = 0; j < n; ++j)
    for (int i = std::max(0, j - ku); i <= std::min(n - 1, j + kl); ++i) ab[j * ld + ku + i - j] = i;
}

// loop j: independent
// assumes n <= k
void bandOneTooWide(int n, int k, int* ab) {
#pragma parallel
  for (int j = 0; j < n; ++j)
    for (int i = j; i <= std::min(n - 1, j + k + 1); ++i) ab[j * (k + 1) + i - j] = i;
}

// --- strides ---------------------------------------------------------------------------------------------------------

// loop i: independent
void stridesInFront(int nx, int ny, int nz, const int* a, int* b) {
  const int sx = ny * nz, sy = nz;
#pragma parallel
  for (int i = 1; i < nx - 1; ++i)
    for (int j = 1; j < ny - 1; ++j)
      for (int k = 1; k < nz - 1; ++k) b[i * sx + j * sy + k] = a[(i - 1) * sx + j * sy + k] + a[i * sx + (j + 1) * sy + k];
}

// loop i: independent
void planeInFront(int n, const int* a, int* b) {
  const std::size_t plane = static_cast<std::size_t>(n) * n;
#pragma parallel
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      for (int k = 1; k < n - 1; ++k) b[i * plane + j * n + k] = a[(i - 1) * plane + j * n + k];
}

// loop i: independent
void buffersOfPlanes(int n, int steps, int* a) {
  const int plane = n * n;
  for (int t = 0; t < steps; ++t) {
    int* from = a + (t % 2) * plane;
    int* to = a + ((t + 1) % 2) * plane;
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) to[i * n + j] = from[i * n + j - 1];
  }
}

// loop i: conflict: iteration i = 2 reads b[21], which iteration i = 1 writes, for nx = 4, ny = 4, nz = 4, sy = 4
void inPlaceWithStrides(int nx, int ny, int nz, int* b) {
  const int sx = ny * nz, sy = nz;
#pragma parallel
  for (int i = 1; i < nx - 1; ++i)
    for (int j = 1; j < ny - 1; ++j)
      for (int k = 1; k < nz - 1; ++k) b[i * sx + j * sy + k] = b[(i - 1) * sx + j * sy + k];
}

// --- rows that a function of the library looks through ---------------------------------------------------------------

// loop i: independent
void largestOfRow(int n, int m, const int* a, int* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = *std::max_element(a + i * m, a + (i + 1) * m);
}
