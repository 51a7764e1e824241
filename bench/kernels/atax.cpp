// y = A^T (A x).
#include "program.hpp"

constexpr int M = 1900, N = 2100;

static void atax(const double (*A)[N], const double* x, double* y, double* tmp) {
#pragma parallel
  for (int i = 0; i < M; i++) {
    tmp[i] = 0.0;
    for (int j = 0; j < N; j++) tmp[i] += A[i][j] * x[j];
  }
#pragma parallel
  for (int j = 0; j < N; j++) {
    y[j] = 0.0;
    for (int i = 0; i < M; i++) y[j] += A[i][j] * tmp[i];
  }
}

int main() {
  kernels::Matrix<N> A(M, 5 * M, 0), x(1, N, 1), y(1);
  kernels::Matrix<M> tmp(1);
  kernels::time([&] { atax(A.rows(), x.elements.data(), y.elements.data(), tmp.elements.data()); },
                y.elements);
}
