// flags: -Iinclude
// options: -Rappyl
// What is left to the library, and why.
#include <appyl/appyl.hpp>
using namespace appyl;

void extents(int n, int m, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    tile<float> row = a(i, slice(m));  // remark: [appyl-tiles] the extent
    row = row * 2.0f;
    c(i, slice(m)) = row / sum(row);
  }
}
