// Two and three blocked loops in one nest: matrix products, distances, a transpose, a convolution.
#include "print.h"
#include <vector>

static void product(const float* A, const float* B, float* C, int M, int N, int K) {
#pragma parallel block(64)
  for (int i = 0; i < M; ++i)
#pragma parallel block(64)
    for (int j = 0; j < N; ++j) {
      float acc = 0;
#pragma block(16)
      for (int k = 0; k < K; ++k) acc += A[i * K + k] * B[k * N + j];
      C[i * N + j] = acc;
    }
}

static void accumulate(const double* a, const double* b, double* c, int n) {
#pragma parallel block(8)
  for (int i = 0; i < n; ++i)
#pragma parallel block(8)
    for (int j = 0; j < n; ++j)
#pragma block(8)
      for (int k = 0; k < n; ++k) c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// No products, so that the tiles are those of the source.
static void distances(const float* A, const float* B, float* D, int M, int N, int K) {
#pragma parallel block(64)
  for (int i = 0; i < M; ++i)
#pragma parallel block(64)
    for (int j = 0; j < N; ++j) {
      float sum = 0;
#pragma block(16)
      for (int k = 0; k < K; ++k) {
        const float d = A[i * K + k] - B[k * N + j];
        sum += d * d;
      }
      D[i * N + j] = sum;
    }
}

static void accumulateLargest(const double* a, const double* b, double* c, int n) {
#pragma parallel block(8)
  for (int i = 0; i < n; ++i)
#pragma parallel block(8)
    for (int j = 0; j < n; ++j)
#pragma block(8)
      for (int k = 0; k < n; ++k) c[i * n + j] += a[i * n + k] > b[k * n + j] ? a[i * n + k] : b[k * n + j];
}

static void transpose(const int* a, int* b, int n, int m) {
#pragma parallel block(32)
  for (int i = 0; i < n; ++i)
#pragma parallel block(8)
    for (int j = 0; j < m; ++j) b[j * n + i] = a[i * m + j];
}

static void convolve(const float* in, const float* weights, float* out, int h, int w) {
#pragma parallel block(4)
  for (int y = 1; y < h - 1; ++y)
#pragma parallel block
    for (int x = 1; x < w - 1; ++x) {
      float s = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) s += weights[(dy + 1) * 3 + dx + 1] * in[(y + dy) * w + x + dx];
      out[y * w + x] = s;
    }
}

int main() {
  const int shapes[][3] = {{1, 1, 1}, {64, 64, 16}, {65, 63, 17}, {5, 130, 33}, {3, 3, 0}};
  for (const auto& s : shapes) {
    const int M = s[0], N = s[1], K = s[2];
    std::vector<float> A(M * K), B(K * N), C(M * N);
    fillFraction(A.data(), A.size(), 1);
    fillFraction(B.data(), B.size(), 2);
    product(A.data(), B.data(), C.data(), M, N, K);
    double norm = 0;
    for (float x : C) norm += x;
    std::printf("~ %.17g %.9g %.9g\n", norm, C[0], C[C.size() - 1]);
    std::vector<float> D(M * N);
    distances(A.data(), B.data(), D.data(), M, N, K);
    for (int i = 0; i < M * N; i += 89) std::printf("~ %.9g\n", D[i]);
    std::vector<int> a(M * N), b(M * N);
    fill(a.data(), a.size(), 3);
    transpose(a.data(), b.data(), M, N);
    print("transpose", b.data(), b.size());
    std::vector<float> out(M * N);
    float weights[9];
    fillFraction(weights, 9, 4);
    convolve(C.data(), weights, out.data(), M, N);
    for (int i = 0; i < M * N; i += 97) std::printf("~ %.9g\n", out[i]);
  }
  for (int n : {0, 1, 7, 8, 9, 50}) {
    std::vector<double> a(n * n), b(n * n), c(n * n);
    fill(a.data(), a.size(), 1);
    fill(b.data(), b.size(), 2);
    fill(c.data(), c.size(), 3);
    accumulate(a.data(), b.data(), c.data(), n);
    print("accumulate", c.data(), c.size());
    accumulateLargest(a.data(), b.data(), c.data(), n);
    print("accumulate the largest", c.data(), c.size());
  }
}
