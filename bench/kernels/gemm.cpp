// C = alpha A B + beta C.
#include "program.hpp"

constexpr int NI = 1000, NJ = 1100, NK = 1200;

static void gemm(double alpha, double beta, double (*C)[NJ], const double (*A)[NK], const double (*B)[NJ]) {
#pragma parallel
  for (int i = 0; i < NI; i++)
#pragma parallel
    for (int j = 0; j < NJ; j++) {
      C[i][j] *= beta;
      for (int k = 0; k < NK; k++) C[i][j] += alpha * A[i][k] * B[k][j];
    }
}

int main() {
  kernels::Matrix<NJ> C(NI, NI, 1), B(NK, NJ, 2);
  kernels::Matrix<NK> A(NI, NK, 1);
  kernels::time([&] { gemm(1.5, 1.2, C.rows(), A.rows(), B.rows()); }, C.elements);
}
