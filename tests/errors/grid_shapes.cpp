// flags: -Iinclude
// Grid calls whose specs and clauses do not fit.
#include <appyl/grid.hpp>

#include <array>

using namespace appyl;

void ranks(view<float, 2> o) {
#pragma parallel
  grid_call([](ref<float, 1> b) { b(appyl::all) = 1.0f; },
            {4, {}, {BlockSpec{{8, 8}, [](int i) { return std::array{i, 0}; }}}})(
      o);  // error: [appyl-shape] the kernel takes a block of rank 1, and gets one of rank 2
}
void mapRank(view<float, 2> o) {
#pragma parallel
  grid_call([](ref<float, 2> b) { b(appyl::all, appyl::all) = 1.0f; },
            {4, {}, {BlockSpec{{8, 8}, [](int i) { return i; }}}})(
      o);  // error: [appyl-shape] an index map of rank 1 for an array of rank 2
}
void shapeRank(view<float, 2> o) {
#pragma parallel
  grid_call([](ref<float, 2> b) { b(appyl::all, appyl::all) = 1.0f; },
            {4, {}, {BlockSpec{{8}, [](int i) { return i; }}}})(
      o);  // error: [appyl-shape] a block shape of rank 1 for an array of rank 2
}
void batchAxis(view<const float, 2> x, view<float, 2> o) {
  const auto copy = grid_call([](ref<const float, 1> a, ref<float, 1> b) { b(appyl::all) = a(appyl::all); });
#pragma parallel
  vmap(copy, 2)(x,  // error: [appyl-shape] a batch along axis 2 of an array of rank 2
                o);
}
void blocked(view<float, 1> o) {
#pragma parallel block(4)  // error: [appyl-pragma-placement] 'block' stands before a grid call
  grid_call([](ref<float, 1> b) { b(appyl::all) = 1.0f; }, {4})(o);
}
void noCall(int n) {
#pragma parallel  // error: [appyl-pragma-placement] 'parallel' stands before an expression statement
  n = 3;
}
void tooManySpecs(view<const float, 1> x, view<float, 1> o) {
  const BlockSpec blocks{{8}, [](int i) { return i; }};
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) { b(appyl::all) = a(appyl::all); }, {4}, {blocks},
            {blocks, blocks})(x,  // error: [appyl-shape] a grid call with 2 arrays, 1 specs of inputs, and 2 of outputs
                              o);
}
void mapIds(view<const int, 1> x, view<int, 1> o) {
#pragma parallel
  grid_call([](ref<const int, 1> a, ref<int, 1> r) { r() = a(); }, {3},
            {BlockSpec{{4}, [](int i, int j) { return i + j; }}},  // error: [appyl-shape] an index map of 2 ids for a grid of rank 1
            {BlockSpec{{4}, [](int i) { return i; }}})(x, o);
}
void batchAxes(view<const float, 2> x, view<float, 2> o) {
#pragma parallel
  vmap(grid_call([](ref<const float, 1> a, ref<float, 1> r) { r() = a(); }, {3}, {BlockSpec{{4}, [](int i) { return i; }}},
                 {BlockSpec{{4}, [](int i) { return i; }}}), {0, 0})(x,  // error: [appyl-shape] 2 axes of a batch for 1 inputs
                                                                     o);
}
void missingAxis(view<int, 1> o) {
#pragma parallel
  grid_call([](ref<int, 1> r) { r(0) = static_cast<int>(program_id(1)); },  // error: [appyl-shape] 'program_id' of axis 1 in a grid of rank 1
            {3}, {}, {BlockSpec{{4}, [](int i) { return i; }}})(o);
}
void missingCount(view<int, 2> o) {
  const auto count = grid_call([](ref<int, 1> r) { r(0) = static_cast<int>(num_programs(-1)); },  // error: [appyl-shape] 'num_programs' of axis -1 in a grid of rank 1
                               {3}, {}, {BlockSpec{{4}, [](int i) { return i; }}});
#pragma parallel
  vmap(count, 0)(o);
}
