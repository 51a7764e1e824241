// Pointers to arrays, with constant extents and with variable ones, and pointers to pointers.
#include "print.h"
#include <vector>

constexpr int N = 20;

static void constantExtent(double (*a)[N], const double (*b)[N], int rows) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int j = 0; j < N; ++j) a[i][j] = b[i][N - 1 - j] * 2;
}

static void parameterArray(int a[][3][4], int n) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j)
#pragma parallel
      for (int k = 0; k < 4; ++k) a[i][j][k] += i * 12 + j * 4 + k;
}

static void stencil(double A[N][N], double B[N][N], int steps) {
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < N - 1; ++i)
#pragma parallel
      for (int j = 1; j < N - 1; ++j) B[i][j] = 0.2 * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
#pragma parallel
    for (int i = 1; i < N - 1; ++i)
#pragma parallel
      for (int j = 1; j < N - 1; ++j) A[i][j] = B[i][j];
  }
}

// Rows could overlap for all that the type says.
static void rowPointers(float* const* rows, int n, int m) {
#ifndef ON_DEVICE
#pragma parallel unchecked
#endif
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) rows[i][j] += static_cast<float>(i + j);
}

static void reference(int (&a)[N]) {
#pragma parallel block(7)
  for (int i = 0; i < N; ++i) a[i] = N - i;
}

int main() {
  static double a[N][N], b[N][N];
  fillFraction(&b[0][0], N * N, 1);
  constantExtent(a, b, N);
  print("constant", &a[0][0], N * N);
  stencil(a, b, 5);
  print("stencil", &a[0][0], N * N);
  static int c[30][3][4];
  parameterArray(c, 30);
  print("parameter", &c[0][0][0], 360);
  std::vector<float> storage(6 * 50);
  std::vector<float*> rows;
  for (int i = 0; i < 6; ++i) rows.push_back(&storage[i * 50]);
  rowPointers(rows.data(), 6, 50);
  print("rows", storage.data(), storage.size());
  int r[N];
  reference(r);
  print("reference", r, N);
}
