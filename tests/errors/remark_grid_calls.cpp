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
void stepped(view<float, 1> o) {
#pragma parallel
  grid_call([](ref<float, 1> b) { b(0) = 1.0f; }, {4}, {},
            {BlockSpec{{1}, [](int i) {  // remark: [appyl-tiles] an index map that is more than constants, conditions and 'return'
               int place = 0;
               for (int k = 0; k < i; ++k) place += 1;
               return place;
             }}})(o);
}
