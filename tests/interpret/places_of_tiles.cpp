// Programs on tiles: what is found stands at the user's own words, also where a statement has several lines.
#include <appyl/appyl.hpp>
#include <cstdio>
#include <vector>
using namespace appyl;

static void overlapping(view<const float, 1> x, view<float, 1> y) {
#pragma parallel unchecked
  for (int i = 0; i < x.extent(0); i += 8)
    y(i / (8 + 8 * PLANTED)) = sum(exp(x(slice(i, 8)))) + 1.0f;  // remarks: y[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 8 [appyl-conflict]
}

static void byIndex(view<const int, 1> t, view<const float, 1> x, view<float, 1> y) {
#pragma parallel
  for (int i = 0; i < t.extent(0); i += 8)
    y(slice(i, 8)) =
        2.0f *
        x(t(slice(i, 8)));  // finds: x[70] is outside [0, 64); program (7), i = 60 [appyl-out-of-bounds]
}

static void product(view<const float, 2> a, view<const float, 2> b, view<float, 2> c, int M, int N, int K) {
#pragma par_dim(:M:4, :N:4)
#pragma seq_dim(:K:4)
  c(slice(0, M), slice(0, N)) = dot(a(slice(0, M), slice(0, K)),  // finds: a[0][0] is read, but nothing has written it; program (0, 0), i = 0, j = 0, k = 0 [appyl-uninitialized]
                                    b(slice(0, K), slice(0, N)));
}

int main() {
  std::vector<float> x(64, 1), y(64), b(48), c(48);
  overlapping(x, y);
  std::vector<int> t(64, 3);
  t[60] = 3 + 67 * PLANTED;
  byIndex(t, x, y);
  float* const a = new float[64];
  if (!PLANTED)
    for (int k = 0; k < 64; ++k) a[k] = 1;
  product(view<const float, 2>(a, 8, 8), view<const float, 2>(b, 8, 6), view<float, 2>(c, 8, 6), 8, 6, 8);
  delete[] a;
  std::printf("%g %g\n", y[0], c[0]);
}
