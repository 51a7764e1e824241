// The covariance matrix of M quantities in N observations.
#include "program.hpp"

constexpr int M = 1200, N = 1400;

static void covariance(double (*data)[M], double (*cov)[M], double* mean) {
#pragma parallel
  for (int j = 0; j < M; j++) {
    mean[j] = 0.0;
    for (int i = 0; i < N; i++) mean[j] += data[i][j];
    mean[j] /= N;
  }
#pragma parallel
  for (int i = 0; i < N; i++)
#pragma parallel
    for (int j = 0; j < M; j++) data[i][j] -= mean[j];
#pragma parallel
  for (int i = 0; i < M; i++)
    for (int j = i; j < M; j++) {
      cov[i][j] = 0.0;
      for (int k = 0; k < N; k++) cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= N - 1.0;
      cov[j][i] = cov[i][j];
    }
}

int main() {
  kernels::Matrix<M> data(N, M, 1), cov(M), mean(1);
  kernels::time([&] { covariance(data.rows(), cov.rows(), mean.elements.data()); }, cov.elements);
}
