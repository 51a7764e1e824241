// C = alpha A A^T + beta C, the lower triangle.
#include "program.hpp"

constexpr int M = 1000, N = 1200;

static void syrk(double alpha, double beta, double (*C)[N], const double (*A)[M]) {
#pragma parallel
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++) C[i][j] *= beta;
    for (int k = 0; k < M; k++)
      for (int j = 0; j <= i; j++) C[i][j] += alpha * A[i][k] * A[j][k];
  }
}

int main() {
  kernels::Matrix<N> C(N, M, 2);
  kernels::Matrix<M> A(N, N, 1);
  kernels::time([&] { syrk(1.5, 1.2, C.rows(), A.rows()); }, C.elements);
}
