// flags: -Iinclude
// options: --target=cuda --cuda-arch sm_86
// The same blocks with half the depth fit.
#include <appyl/appyl.hpp>
using namespace appyl;

template <int BK>
void product(view<const float, 2> a, view<const float, 2> b, view<float, 2> c, int m, int n, int k) {
  constexpr int BM = 128, BN = 128;
#pragma parallel
  for (int i = 0; i < m; i += BM)
#pragma parallel
    for (int j = 0; j < n; j += BN) {
      tile<float, 2> acc = zeros<float>(BM, BN);
#pragma stages(2)  // error: [appyl-shared-memory] take 131072 bytes of shared memory in 2 stages; a CUDA block of sm_86 has 101376
      for (int p = 0; p < k; p += 64) acc += dot(a(slice(i, BM), slice(p, 64)), b(slice(p, 64), slice(j, BN)));
      c(slice(i, BM), slice(j, BN)) = acc;
    }
#pragma parallel
  for (int i = 0; i < m; i += BM)
#pragma parallel
    for (int j = 0; j < n; j += BN) {
      tile<float, 2> acc = zeros<float>(BM, BN);
#pragma stages(2)
      for (int p = 0; p < k; p += 32) acc += dot(a(slice(i, BM), slice(p, 32)), b(slice(p, 32), slice(j, BN)));
      c(slice(i, BM), slice(j, BN)) = acc;
    }
}
template void product<1>(view<const float, 2>, view<const float, 2>, view<float, 2>, int, int, int);
