// The examples of the array language: programs of tiles, and statements with par_dim and seq_dim.
// flags: -Iinclude
// run: 1
// run: 10
// run: 127
// run: 128
// run: 1000
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
[[maybe_unused]] constexpr int BLOCK = 16, Bi = 8, Bj = 16, Bk = 4, BM = 16, BN = 8, BK = 4;
void add(view<const float> a, view<const float> b, view<float> c, int N) {
#pragma parallel
  for (int i = 0; i < N; i += BLOCK) c(slice(i, BLOCK)) = a(slice(i, BLOCK)) + b(slice(i, BLOCK));
}
void add2(view<const float> a, view<const float> b, view<float> c, int N) {
#pragma par_dim(0:N:BLOCK)
  c(slice(N)) = a(slice(N)) + b(slice(N));
}
void total(view<const float> a, view<float> b, int N) {
  b(0) = 0;
#pragma parallel reduction(b)
  for (int i = 0; i < N; i += BLOCK) b(0) += sum(a(slice(i, BLOCK)));
}
void total2(view<const float> a, view<float> b, int N) {
#pragma par_dim(0:N:BLOCK)
  b(0) = sum(a(slice(N)));
}
void centroids(view<const float, 2> x, view<const int> labels, view<float, 2> centers) {
#pragma parallel reduction(+:centers)
  for (int i = 0; i < x.extent(0); ++i)
#pragma parallel
    for (int j = 0; j < x.extent(1); j += Bj) {
      const int label = labels(i);
      centers(label, slice(j, Bj)) += x(i, slice(j, Bj));
    }
}
void centroids2(view<const float, 2> x, view<const int> labels, view<float, 2> centers) {
#pragma parallel reduction(centers)
  for (int i = 0; i < x.extent(0); ++i) {
#pragma par_dim(0:x.extent(1):Bj)
    centers(labels(i), slice(x.extent(1))) += x(i, slice(x.extent(1)));
  }
}
void matmul(view<const float, 2> a, view<const float, 2> b, view<float, 2> c, int M, int N, int K) {
#pragma parallel
  for (int i = 0; i < M; i += Bi)
#pragma parallel
    for (int j = 0; j < N; j += Bj) {
      tile<float, 2> acc = zeros<float>(Bi, Bj);
      for (int k = 0; k < K; k += Bk)
        acc += dot(a(slice(i, Bi), slice(k, Bk)), b(slice(k, Bk), slice(j, Bj)));
      c(slice(i, Bi), slice(j, Bj)) = acc;
    }
}
void matmul2(view<const float, 2> a, view<const float, 2> b, view<float, 2> c, int M, int N, int K) {
#pragma par_dim(:M:BM, :N:BN) seq_dim(:K:BK)
  c(slice(M), slice(N)) = dot(a(slice(M), slice(K)), b(slice(K), slice(N)));
}
void split(view<const float, 2> a, view<const float, 2> b, view<float, 2> c, int M, int N, int K) {
#pragma parallel
  for (int i = 0; i < M; i += Bi)
#pragma parallel
    for (int j = 0; j < N; j += Bj) c(slice(i, Bi), slice(j, Bj)) = 0;
#pragma parallel
  for (int i = 0; i < M; i += Bi)
#pragma parallel
    for (int j = 0; j < N; j += Bj)
#pragma parallel reduction(+:c)
      for (int k = 0; k < K; k += Bk)
        c(slice(i, Bi), slice(j, Bj)) += dot(a(slice(i, Bi), slice(k, Bk)), b(slice(k, Bk), slice(j, Bj)));
}
void split2(view<const float, 2> a, view<const float, 2> b, view<float, 2> c, int M, int N, int K) {
#pragma par_dim(:M:BM, :N:BN, :K:BK)
  c(slice(M), slice(N)) = dot(a(slice(M), slice(K)), b(slice(K), slice(N)));
}
void batched(view<const float, 3> a, view<const float, 3> b, view<float, 3> c, int Z, int M, int N, int K) {
#pragma parallel
  for (int z = 0; z < Z; ++z)
#pragma parallel
    for (int i = 0; i < M; i += Bi)
#pragma parallel
      for (int j = 0; j < N; j += Bj) {
        tile<float, 2> acc = zeros<float>(Bi, Bj);
        for (int k = 0; k < K; k += Bk)
          acc += dot(a(z, slice(i, Bi), slice(k, Bk)), b(z, slice(k, Bk), slice(j, Bj)));
        c(z, slice(i, Bi), slice(j, Bj)) = acc;
      }
}
void batched2(view<const float, 3> a, view<const float, 3> b, view<float, 3> c, int Z, int M, int N, int K) {
#pragma par_dim(:Z, :M:BM, :N:BN) seq_dim(:K:BK)
  c(slice(Z), slice(M), slice(N)) = dot(a(slice(Z), slice(M), slice(K)), b(slice(Z), slice(K), slice(N)));
}
void spmm(const int* rowptr, const int* cols, const float* vals, view<const float, 2> b, view<float, 2> c, int rows, int n) {
#pragma parallel shape(rowptr[rows + 1], cols[rows * 3], vals[rows * 3])
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int j = 0; j < n; j += BLOCK)
      for (int p = rowptr[i]; p < rowptr[i + 1]; ++p)
        c(i, slice(j, BLOCK)) += vals[p] * b(cols[p], slice(j, BLOCK));
}
void show(const char* name, const std::vector<float>& x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * (1 + i % 7);
  std::printf("%s %.6g\n", name, s);
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10, m = n % 40 + 1, k = n % 23;
  std::vector<float> a(n), b(n, 2.0f), c(n), d(1), A(m * k), B(k * n), C(m * n), X(n * m), centers(5 * m);
  std::vector<int> labels(n), rowptr(n + 1), cols(3 * n);
  std::vector<float> vals(3 * n), D(n * m);
  for (int i = 0; i < n; ++i) a[i] = i % 9, labels[i] = i * 3 % 5, rowptr[i + 1] = rowptr[i] + i % 4;
  for (int i = 0; i < 3 * n; ++i) cols[i] = i * 7 % n, vals[i] = i % 5;
  for (std::size_t i = 0; i < A.size(); ++i) A[i] = i % 3;
  for (std::size_t i = 0; i < B.size(); ++i) B[i] = i % 4;
  for (std::size_t i = 0; i < X.size(); ++i) X[i] = i % 8;
  add(a, b, c, n), show("add", c);
  add2(c, b, c, n), show("add2", c);
  total(c, d, n), show("total", d);
  total2(a, d, n), show("total2", d);
  centroids(view<float, 2>(X, n, m), labels, view<float, 2>(centers, 5, m)), show("centroids", centers);
  centroids2(view<float, 2>(X, n, m), labels, view<float, 2>(centers, 5, m)), show("centroids2", centers);
  const view<float, 2> va(A, m, k), vb(B, k, n), vc(C, m, n);
  matmul(va, vb, vc, m, n, k), show("matmul", C);
  C.assign(C.size(), 7);
  matmul2(va, vb, vc, m, n, k), show("matmul2", C);
  C.assign(C.size(), 7);
  split(va, vb, vc, m, n, k), show("split", C);
  C.assign(C.size(), 7);
  split2(va, vb, vc, m, n, k), show("split2", C);
  std::vector<float> A3(2 * m * k, 1.5f), B3(2 * k * n, 0.5f), C3(2 * m * n);
  const view<float, 3> va3(A3, 2, m, k), vb3(B3, 2, k, n), vc3(C3, 2, m, n);
  batched(va3, vb3, vc3, 2, m, n, k), show("batched", C3);
  C3.assign(C3.size(), 7);
  batched2(va3, vb3, vc3, 2, m, n, k), show("batched2", C3);
  spmm(rowptr.data(), cols.data(), vals.data(), view<float, 2>(X, n, m), view<float, 2>(D, n, m), n, m), show("spmm", D);
}
