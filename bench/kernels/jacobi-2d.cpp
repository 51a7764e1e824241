// The mean of a point and its four neighbours, from one grid to the other and back.
#include "program.hpp"

constexpr int Steps = 500, N = 1300;

static void jacobi(double (*A)[N], double (*B)[N]) {
#pragma block(8)
  for (int t = 0; t < Steps; t++) {
#pragma parallel
    for (int i = 1; i < N - 1; i++)
#pragma parallel
      for (int j = 1; j < N - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
#pragma parallel
    for (int i = 1; i < N - 1; i++)
#pragma parallel
      for (int j = 1; j < N - 1; j++)
        A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][1 + j] + B[1 + i][j] + B[i - 1][j]);
  }
}

int main() {
  kernels::Matrix<N> A(N, N, 2), B(N, N, 3);
  kernels::time([&] { jacobi(A.rows(), B.rows()); }, A.elements);
}
