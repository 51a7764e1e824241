// flags: -Iinclude
// options: --target=cuda
// Tiles of which no loops can be made: a run-time extent on the chip, a tile that leaves its program, and others.
#include <appyl/appyl.hpp>
using namespace appyl;

void extents(int n, int m, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const tile<float> row = a(i, slice(m));  // error: [appyl-unsupported] the extent 'm' of tile 'row' is no constant; make it constexpr
    c(i, slice(m)) = row / sum(row);
  }
}
float first(const tile<float>& t) { return t(0); }
void escapes(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8) {
    const tile<float> t = a(slice(i, 8));
    c(i) = first(t);  // error: [appyl-unsupported] 'first(t)' takes a tile out of its program
  }
}
void outside(int n, view<const float> a, view<float> c) {
  tile<float> kept = zeros<float>(8);
#pragma parallel
  for (int i = 0; i < n; i += 8) c(slice(i, 8)) = a(slice(i, 8)) + kept;  // error: [appyl-unsupported] 'kept' is a tile from elsewhere
}
void shifts(int n, int m, view<float, 2> a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a(i, slice(0, m)) = a(i, slice(1, m));  // error: [appyl-unsupported] it needs elements of 'a' that it changes itself
}
