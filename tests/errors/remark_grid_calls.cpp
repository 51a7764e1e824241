// options: -Rappyl
// flags: -Iinclude
// A grid call that stays a call of the library, which on a CPU is a remark.
#include <appyl/grid.hpp>

using namespace appyl;

void opaque(view<float, 1> o, Grid g) {
#pragma parallel
  grid_call([](ref<float, 1> b) { b(appyl::all) = 1.0f; },
            {g, {}, {BlockSpec{{8}, [](int i) { return i; }}}})(o);  // remark: [appyl-tiles] the grid call is left to the library: a grid whose dimensions are not in sight
}
static auto numbered(int n) {
  return [n](ref<float, 1> b) {  // remark: [appyl-tiles] a kernel that is made with 'n', which means something else where the call stands
    b(0) = static_cast<float>(n);
  };
}
void hidden(view<float, 1> o, int n) {
#pragma parallel
  grid_call(numbered(128), {n}, {}, {BlockSpec{{1}, [](int i) { return i; }}})(o);
}
