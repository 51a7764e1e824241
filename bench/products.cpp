// C += A B as a user writes it, in the four forms of the language, for bench/cpu.sh: FORM is loops, tiles,
// statement or call, and REAL the type of the elements.
#include <appyl/appyl.hpp>
#include <appyl/grid.hpp>

#include <array>

using namespace appyl;

#define loops 1
#define tiles 2
#define statement 3
#define call 4

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
#elif FORM == call
  const auto kernel = [](ref<const REAL, 2> u, ref<const REAL, 2> v, ref<REAL, 2> w) {
    tile<REAL, 2> sum = zeros<REAL>(BM, BN);
    for (int p = 0; p < u.extent(1); p += BK)
      sum += dot(u(appyl::all, ds(p, BK)), v(ds(p, BK), appyl::all));
    w(appyl::all, appyl::all) += sum;
  };
#pragma parallel
  grid_call(kernel, {cdiv(c.extent(0), BM), cdiv(c.extent(1), BN)},
            {BlockSpec{{BM, a.extent(1)}, [](int i, int) { return std::array{i, 0}; }},
             BlockSpec{{b.extent(0), BN}, [](int, int j) { return std::array{0, j}; }}},
            {BlockSpec{{BM, BN}, [](int i, int j) { return std::array{i, j}; }}})(a, b, c);
#else
#pragma par_dim(:m:BM, :n:BN) seq_dim(:k:BK)
  c(slice(m), slice(n)) += dot(a(slice(m), slice(k)), b(slice(k), slice(n)));
#endif
#endif
}
