// Pragmas that are not ours stay where they are and mean what they meant.
// warnings: -Wno-unknown-pragmas
// compilers: both
// alone: GCC warns of unknown pragmas before it has read which warnings are off
#include "foreign.h"
#include "print.h"
#include <vector>

#pragma STDC FP_CONTRACT OFF
#pragma pack(push, 1)
struct Packed {
  char c;
  int i;
};
#pragma pack(pop)
#pragma vendor parallel block(0)
#pragma loop(hint_parallel(8))
#pragma region parallel

static void simdInside(float* a, const float* b, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma omp simd
    for (int j = 0; j < m; ++j) a[i * m + j] += b[i * m + j];
  }
}

static void ivdepInside(float* a, int n, int m) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) {
#pragma GCC ivdep
    for (int j = 0; j < m; ++j) a[i * m + j] *= 0.5f;
  }
}

static long unrollInside(const int* a, int n, int m) {
  long s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    long row = 0;
#pragma GCC unroll 4
    for (int j = 0; j < m; ++j) row += a[i * m + j];
    s += row;
  }
  return s;
}

static void outside(float* a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) a[i] += 1;
#pragma omp simd
  for (int i = 0; i < n; ++i) a[i] *= 2;
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) a[i] -= 3;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 4;
}

#pragma endregion

int main() {
  std::printf("%zu %d\n", sizeof(Packed), ignored(5));
  for (int n : {0, 1, 13, 200}) {
    const int m = 24;
    std::vector<float> a(n * m), b(n * m);
    fill(a.data(), a.size(), 1);
    fill(b.data(), b.size(), 2);
    simdInside(a.data(), b.data(), n, m);
    ivdepInside(a.data(), n, m);
    outside(a.data(), n * m);
    print("a", a.data(), a.size());
    std::vector<int> c(n * m);
    fill(c.data(), c.size(), 3);
    std::printf("%ld\n", unrollInside(c.data(), n, m));
  }
}
