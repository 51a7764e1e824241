// Each row of a 3-D array, times a matrix.
#include "program.hpp"

constexpr int NR = 150, NQ = 140, NP = 160;
using Plane = double[NQ][NP];

static void doitgen(Plane* A, const double (*C4)[NP]) {
#pragma parallel
  for (int r = 0; r < NR; r++)
#pragma parallel
    for (int q = 0; q < NQ; q++) {
      double sum[NP];
      for (int p = 0; p < NP; p++) {
        sum[p] = 0.0;
        for (int s = 0; s < NP; s++) sum[p] += A[r][q][s] * C4[s][p];
      }
      for (int p = 0; p < NP; p++) A[r][q][p] = sum[p];
    }
}

int main() {
  kernels::Matrix<NP> A(NR * NQ, NP, 3), C4(NP, NP, 1);
  kernels::time([&] { doitgen(reinterpret_cast<Plane*>(A.rows()), C4.rows()); }, A.elements);
}
