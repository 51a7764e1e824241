// What is said to other compilers about a loop that is annotated, too, right beside the directive.
// warnings: -Wno-unknown-pragmas
// compilers: both
#include <cstdio>
#include <vector>

void outer(double* a, const double* b, int n) {
#pragma parallel
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) a[i] += b[i];
#pragma GCC unroll 4
#pragma parallel
#pragma block(8)
  for (int i = 0; i < n; ++i) a[i] += 2 * b[i];
#pragma omp simd
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 3 * b[i];
#pragma parallel
#pragma GCC unroll 2
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) a[i] += 4 * b[i];
}

void inner(double* a, const double* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma GCC ivdep
#pragma parallel
    for (int j = 0; j < m; ++j) a[i * m + j] += b[j];
#pragma GCC ivdep
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
#pragma GCC unroll 4
    for (int j = 0; j < m; ++j) a[i * m + j] *= b[i];
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma GCC unroll 4
    for (int j = 0; j < m; ++j) a[i * m + j] -= 1;
}

int main() {
  for (const int n : {0, 1, 37}) {
    std::vector<double> a(n * n), b(n, 0.5);
    for (int k = 0; k < n * n; ++k) a[k] = k % 7;
    outer(a.data(), b.data(), n);
    inner(a.data(), b.data(), n, n);
    double sum = 0;
    for (int k = 0; k < n * n; ++k) sum += a[k] * (k % 11);
    std::printf("%.9g\n", sum);
  }
}
