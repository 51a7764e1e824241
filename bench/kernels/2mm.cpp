// D = alpha A B C + beta D.
#include "program.hpp"

constexpr int NI = 800, NJ = 900, NK = 1100, NL = 1200;

static void twoProducts(double alpha, double beta, double (*tmp)[NJ], const double (*A)[NK],
                        const double (*B)[NJ], const double (*C)[NL], double (*D)[NL]) {
#pragma parallel
  for (int i = 0; i < NI; i++)
#pragma parallel
    for (int j = 0; j < NJ; j++) {
      tmp[i][j] = 0;
      for (int k = 0; k < NK; ++k) tmp[i][j] += alpha * A[i][k] * B[k][j];
    }
#pragma parallel
  for (int i = 0; i < NI; i++)
#pragma parallel
    for (int j = 0; j < NL; j++) {
      D[i][j] *= beta;
      for (int k = 0; k < NJ; ++k) D[i][j] += tmp[i][k] * C[k][j];
    }
}

int main() {
  kernels::Matrix<NJ> tmp(NI), B(NK, NJ, 1);
  kernels::Matrix<NK> A(NI, NI, 1);
  kernels::Matrix<NL> C(NJ, NL, 3), D(NI, NK, 2);
  kernels::time([&] { twoProducts(1.5, 1.2, tmp.rows(), A.rows(), B.rows(), C.rows(), D.rows()); },
                D.elements);
}
