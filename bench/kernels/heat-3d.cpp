// The heat equation on a cube, from one grid to the other and back.
#include "program.hpp"

constexpr int Steps = 500, N = 120;
using Plane = double[N][N];

static void heat(Plane* A, Plane* B) {
#pragma block(8)
  for (int t = 1; t <= Steps; t++) {
#pragma parallel
    for (int i = 1; i < N - 1; i++)
#pragma parallel
      for (int j = 1; j < N - 1; j++)
#pragma parallel
        for (int k = 1; k < N - 1; k++)
          B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k]) +
                       0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k]) +
                       0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k];
#pragma parallel
    for (int i = 1; i < N - 1; i++)
#pragma parallel
      for (int j = 1; j < N - 1; j++)
#pragma parallel
        for (int k = 1; k < N - 1; k++)
          A[i][j][k] = 0.125 * (B[i + 1][j][k] - 2.0 * B[i][j][k] + B[i - 1][j][k]) +
                       0.125 * (B[i][j + 1][k] - 2.0 * B[i][j][k] + B[i][j - 1][k]) +
                       0.125 * (B[i][j][k + 1] - 2.0 * B[i][j][k] + B[i][j][k - 1]) + B[i][j][k];
  }
}

int main() {
  kernels::Matrix<N> A(N * N, N, 10), B(N * N, N, 10);
  kernels::time([&] { heat(reinterpret_cast<Plane*>(A.rows()), reinterpret_cast<Plane*>(B.rows())); },
                A.elements);
}
