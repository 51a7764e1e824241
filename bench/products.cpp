// C += A B as a user writes it, in the three forms of the language, for bench/cpu.sh: FORM is loops, tiles or
// statement, and REAL the type of the elements.
#include <appyl/appyl.hpp>

using namespace appyl;

#define loops 1
#define tiles 2
#define statement 3

void multiply(int m, int n, int k, const REAL* x, const REAL* y, REAL* z) {
#if FORM == loops
#pragma parallel block(64)
  for (int i = 0; i < m; ++i)
#pragma parallel block(64)
    for (int j = 0; j < n; ++j) {
      REAL sum = z[i * n + j];
#pragma block(16)
      for (int p = 0; p < k; ++p) sum += x[i * k + p] * y[p * n + j];
      z[i * n + j] = sum;
    }
#else
  constexpr int BM = 64, BN = 64, BK = 16;
  view<const REAL, 2> a(x, m, k), b(y, k, n);
  view<REAL, 2> c(z, m, n);
#if FORM == tiles
#pragma parallel
  for (int i = 0; i < m; i += BM)
#pragma parallel
    for (int j = 0; j < n; j += BN) {
      tile<REAL, 2> sum = zeros<REAL>(BM, BN);
      for (int p = 0; p < k; p += BK) sum += dot(a(slice(i, BM), slice(p, BK)), b(slice(p, BK), slice(j, BN)));
      c(slice(i, BM), slice(j, BN)) += sum;
    }
#else
#pragma par_dim(:m:BM, :n:BN) seq_dim(:k:BK)
  c(slice(m), slice(n)) += dot(a(slice(m), slice(k)), b(slice(k), slice(n)));
#endif
#endif
}
