// options: --target=cuda
// flags: -Iinclude
// Grid calls that stay calls of the library: on a device that is an error.
#include <appyl/grid.hpp>

using namespace appyl;

void ordered(view<float, 1> o) {
#pragma parallel
  grid_call([](ref<float, 1> b) { b(appyl::all) = 1.0f; },
            {4, {}, {BlockSpec{{8}, [](int i) { return i; }}},
             Order{}})(o);  // error: [appyl-unsupported] a call with an order
}
void opaque(view<float, 1> o, Grid g) {
#pragma parallel
  grid_call([](ref<float, 1> b) { b(appyl::all) = 1.0f; },
            {g, {}, {BlockSpec{{8}, [](int i) { return i; }}}})(o);  // error: [appyl-unsupported] a grid whose dimensions are not in sight
}
void changed(view<float, 1> o, int n) {
  const BlockSpec blocks{{8}, [n](int i) { return i * n; }};  // error: [appyl-unsupported] 'n', which may be another one between 'blocks' and the call
  n = 3;
#pragma parallel
  grid_call([](ref<float, 1> b) { b(appyl::all) = 1.0f; }, {4, {}, {blocks}})(o);
}
void hidden(view<float, 1> o, void (*kernel)(ref<float, 1>)) {
#pragma parallel
  grid_call(kernel, {4})(o);  // error: [appyl-unsupported] a kernel whose body is not in sight
}
void fromInside(view<float, 1> o) {
#pragma parallel
  grid_call([](ref<float, 1> b) {
    for (int k = 0; k < 4; ++k)
      if (program_id(0) == k) return;  // error: [appyl-unsupported] a 'return' in the kernel
    b(0) = 1.0f;
  }, {1})(o);
}
void inFront(view<const float, 1> x, view<float, 1> o) {
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> s) {
    s(0) = sum(a(ds(-2, 4)));  // error: [appyl-unsupported] a slice that may begin in front of its block
  }, {4, {BlockSpec{{8}, [](int i) { return i; }}}, {BlockSpec{{1}, [](int i) { return i; }}}})(x, o);
}
void hiddenName(view<float, 1> o, int n) {
  const BlockSpec blocks{{4}, [n](int i) { return i * n / 4; }};  // error: [appyl-unsupported] an index map that names what the caller cannot
  {
    const int n = 400;
    (void)n;
#pragma parallel
    grid_call([](ref<float, 1> b) { b(appyl::all) = 1.0f; }, {4, {}, {blocks}})(o);
  }
}
void intoAnInput(view<int, 1> x, view<int, 1> o) {
#pragma parallel
  grid_call([](ref<int, 1> a, ref<int, 1> r) {
    a(0) = 1;  // error: [appyl-unsupported] a kernel that writes into its input
    r(0) = a(0);
  }, {3}, {BlockSpec{{4}, [](int i) { return i; }}}, {BlockSpec{{4}, [](int i) { return i; }}})(x, o);
}
void chosenAxis(view<int, 1> o, int axis) {
#pragma parallel
  grid_call([axis](ref<int, 1> r) { r(0) = static_cast<int>(program_id(axis)); },  // error: [appyl-unsupported] 'program_id' of an axis that is no constant
            {3}, {}, {BlockSpec{{4}, [](int i) { return i; }}})(o);
}
