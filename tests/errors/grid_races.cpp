// flags: -Iinclude
// Grid calls whose programs meet, or may.
#include <appyl/grid.hpp>

#include <array>

using namespace appyl;

void sameBlock(view<const float, 1> x, view<float, 1> o) {
  const BlockSpec blocks{{8}, [](int i, int) { return i; }};
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) {
    b(appyl::all) = a(appyl::all);  // error: [appyl-race] program (0, 0) and program (0, 1) both write o[0]
  }, {{4, 3}, {blocks}, {blocks}})(x, o);
}
void whole(view<float, 2> o) {
#pragma parallel
  grid_call([](ref<float, 2> b) {
    b(appyl::all, appyl::all) = static_cast<float>(program_id(0));  // error: [appyl-race] program (0) and program (1) both write o[0, 0]
  }, {4})(o);
}
void inputAndOutput(view<float, 1> o) {
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) {
    b(0) = a(1);  // error: [appyl-race] program (0) reads o[1], which program (1) writes
  }, {4, {BlockSpec{}}, {BlockSpec{{1}, [](int i) { return i; }}}})(o, o);
}
void halves(view<float, 1> o) {
#pragma parallel
  grid_call([](ref<float, 1> b) {
    b(appyl::all) = 1.0f;  // error: [appyl-race] program (0) and program (1) both write o[0]
  }, {4, {}, {BlockSpec{{8}, [](int i) { return i / 2; }}}})(o);
}
void vouchedFor(view<float, 1> o) {
#pragma parallel unchecked
  grid_call([](ref<float, 1> b) { b(appyl::all) = 1.0f; }, {4, {}, {BlockSpec{{8}, [](int i) { return i / 2; }}}})(o);
}
void unknownPlace(view<const int, 1> places, view<float, 1> o) {
#pragma parallel
  grid_call([](ref<const int, 1> p, ref<float, 1> b) {
    b(p(0)) = 1.0f;  // warning: [appyl-unproved] the programs of the grid call are not proved independent
  }, {4, {BlockSpec{{1}, [](int i) { return i; }}}, {BlockSpec{}}})(places, o);
}
void overLastAxis(view<const float, 2> x, view<float> out) {
#pragma parallel
  grid_call(  // note: the programs along dimension 1 of the grid have one block of 'out' in common
      [](ref<const float, 2> a, ref<float, 1> o) {
        if (program_id(1) == 0) o(appyl::all) = 0.0f;  // error: [appyl-race] program (0, 0) and program (0, 1) both write out[0]
        o(appyl::all) += sum(a(appyl::all, appyl::all), 1);  // note: the other access is here
      },
      {cdiv(x.extent(0), 8), cdiv(x.extent(1), 8)},
      {BlockSpec{{8, 8}, [](int i, int j) { return std::array{i, j}; }}},
      {BlockSpec{{8}, [](int i, int) { return std::array{i}; }}})(x, out);
}
void oneSum(view<const float, 1> x, view<float, 1> out) {
#pragma parallel
  grid_call(  // note: the programs along dimension 0 of the grid have one block of 'out' in common
      [](ref<const float, 1> a, ref<float, 1> o) {
        o(0) += sum(a(appyl::all));  // error: [appyl-race] program (0) and program (1) both write out[0]
      },
      {cdiv(x.extent(0), 8)},
      {BlockSpec{{8}, [](int i) { return i; }}}, {BlockSpec{{1}, [](int) { return 0; }}})(x, out);
}
