// The scalar forms of the language's basic examples, at sizes that the blocks divide and sizes that they don't.
#include "print.h"
#include <vector>

[[maybe_unused]] constexpr int BLOCK = 32;

static void elementwise(const float* a, const float* b, float* c, int N) {
#pragma parallel block(128)
  for (int i = 0; i < N; ++i)
    c[i] = a[i] + b[i];
}

static float gridReduction(const float* a, int N) {
  float s = 0;
#pragma parallel block(256) reduction(+:s)
  for (int i = 0; i < N; ++i) s += a[i];
  return s;
}

static void centroids(const std::vector<std::vector<float>>& x, const int* labels, std::vector<std::vector<float>>& centers) {
  const int n = static_cast<int>(x.size());
#ifndef ON_DEVICE
#pragma parallel reduction(+:centers)
#endif
  for (int i = 0; i < n; ++i)
#ifndef ON_DEVICE
    #pragma parallel
#endif
    for (int j = 0; j < 8; ++j) {
      const int label = labels[i];
      centers[label][j] += x[i][j];
    }
}

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

static void spmm(const int* rowptr, const int* cols, const float* vals, const float* b, float* c, int rows, int n) {
#ifndef ON_DEVICE
#pragma parallel
#endif
  for (int i = 0; i < rows; ++i)
#ifndef ON_DEVICE
    #pragma parallel block(BLOCK)
#endif
    for (int j = 0; j < n; ++j)
      for (int p = rowptr[i]; p < rowptr[i + 1]; ++p)
        c[i * n + j] += vals[p] * b[cols[p] * n + j];
}

int main() {
  for (int n : {1, 127, 128, 1000}) {
    std::vector<float> a(n), b(n), c(n);
    fill(a.data(), n, 1);
    fill(b.data(), n, 2);
    elementwise(a.data(), b.data(), c.data(), n);
    print("elementwise", c.data(), n);
    std::printf("~ %.9g\n", static_cast<double>(gridReduction(a.data(), n)));
    std::vector<std::vector<float>> x(n, std::vector<float>(8)), centers(4, std::vector<float>(8));
    std::vector<int> labels(n), rowptr(n + 1), cols(2 * n);
    for (int i = 0; i < n; ++i) labels[i] = i * 3 % 4, fill(x[i].data(), 8, i);
    centroids(x, labels.data(), centers);
    for (const auto& row : centers) print("centre", row.data(), 8);
    const int m = n > 200 ? 40 : n;
    std::vector<float> p(m * 9), q(9 * m), r(m * m);
    fill(p.data(), p.size(), 3);
    fill(q.data(), q.size(), 4);
    product(p.data(), q.data(), r.data(), m, m, 9);
    print("product", r.data(), r.size());
    for (int i = 0; i < n; ++i) rowptr[i + 1] = rowptr[i] + i % 3, cols[2 * i] = i * 7 % n, cols[2 * i + 1] = i * 5 % n;
    std::vector<float> vals(2 * n), d(n * 5), e(n * 5);
    fill(vals.data(), vals.size(), 5);
    fill(d.data(), d.size(), 6);
    spmm(rowptr.data(), cols.data(), vals.data(), d.data(), e.data(), n, 5);
    print("spmm", e.data(), e.size());
  }
}
