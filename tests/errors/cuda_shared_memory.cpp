// options: --target=cuda --cuda-arch=sm_86 -Rappyl
// Tiles that shared memory does not hold, and loops whose tiles stay in global memory.
#include <complex>
#include <cstdlib>

void tooLarge(int M, int N, int K, const float* A, const float* B, float* C) {
#pragma parallel block(128)
  for (int i = 0; i < M; ++i)
#pragma parallel block(128)
    for (int j = 0; j < N; ++j) {
      float s = 0;
#pragma block(64) stages(2)  // error: [appyl-shared-memory] take 131072 bytes of shared memory in 2 stages; a CUDA block of sm_86 has 101376
      for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
    }
}

void stages(int n, int m, const float* x, float* y) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma block(8) stages(m)  // error: [appyl-block-size] 'stages(m)' is no constant
    for (int k = 0; k < n; ++k) s += x[k];
    y[i] = s;
  }
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma block(8) stages(0)  // error: [appyl-block-size] 'stages(0)' is no constant
    for (int k = 0; k < n; ++k) s += x[k];
    y[i] = s;
  }
}
