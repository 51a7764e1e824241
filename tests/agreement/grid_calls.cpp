// Small grid calls with their verdicts: index maps of every kind, programs that meet and programs that do not. Above each
// stands what --dump=proof says of it; agreement_test.sh, which reads all files here as one, checks that it does, and that
// running agrees. Integers are sizes; pointers lead to the middle of memory of their own.
// clang-format off: a verdict is one line
#include <appyl/grid.hpp>
#include <array>

using appyl::BlockSpec, appyl::Unblocked, appyl::cdiv, appyl::ref, appyl::squeezed, appyl::view;

// loop i: independent
void gridBlocks(int n, int* a) {
  const view<int> out(a, n);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(appyl::all) = 1; }, {cdiv(n, 3)}, {}, {BlockSpec{{3}, [](int i) { return i; }}})(out);
}

// loop i: conflict: program (0) and program (1) both write out[0], for n = 2
void gridHalves(int n, int* a) {
  const view<int> out(a, n);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(0) = 1; }, {n}, {}, {BlockSpec{{1}, [](int i) { return i / 2; }}})(out);
}

// loop i: conflict: program (0) and program (3) both write out[0], for n = 4
void gridRemainders(int n, int* a) {
  const view<int> out(a, n);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(0) = 1; }, {n}, {}, {BlockSpec{{1}, [](int i) { return i % 3; }}})(out);
}

// loop i: independent
void gridReversed(int n, int* a) {
  const view<int> out(a, n);
#pragma parallel
  appyl::grid_call([n](ref<int, 1> o) { o(0) = n; }, {n}, {}, {BlockSpec{{1}, [n](int i) { return n - 1 - i; }}})(out);
}

// loop i: independent
void gridInputs(int n, int* a, int* b) {
  const view<const int> in(b, 2 * n);
  const view<int> out(a, n);
#pragma parallel
  appyl::grid_call([](ref<const int, 1> x, ref<int, 1> o) { o(0) = x(0) + x(1); }, {n},
                   {BlockSpec{{2}, [](int i) { return i; }}}, {BlockSpec{{1}, [](int i) { return i; }}})(in, out);
}

// loop i: conflict: program (0) reads out[1], which program (1) writes, for n = 2, out.extent(0) = 2
void gridNext(int n, int* a) {
  const view<int> out(a, n + 1);
#pragma parallel
  appyl::grid_call([](ref<const int, 1> x, ref<int, 1> o) { o(0) = x(1); }, {n},
                   {BlockSpec{{2}, [](int i) { return i; }, Unblocked{}}}, {BlockSpec{{1}, [](int i) { return i; }}})(out, out);
}

// loop i: conflict: program (0) and program (1) both write out[2], for n = 2, out.extent(0) = 3
void gridWindows(int n, int* a) {
  const view<int> out(a, 2 * n + 1);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(0) = 1; o(2) = 2; }, {n}, {}, {BlockSpec{{3}, [](int i) { return 2 * i; }, Unblocked{}}})(out);
}

// loop i: independent
void gridWindowsApart(int n, int* a) {
  const view<int> out(a, 2 * n + 1);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(0) = 1; o(1) = 2; }, {n}, {}, {BlockSpec{{3}, [](int i) { return 2 * i; }, Unblocked{}}})(out);
}

// loop i: independent
// loop j: independent
void gridTransposed(int n, int m, int* a) {
  const view<int, 2> out(a, n, m);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(0) = 1; }, {m, n}, {}, {BlockSpec{{squeezed, 1}, [](int i, int j) { return std::array{j, i}; }}})(out);
}

// loop i: independent
// loop j: conflict: program (0, 0) and program (0, 1) both write out[0], for m = 2, n = 1
void gridOneAxis(int n, int m, int* a) {
  const view<int> out(a, n);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(0) = 1; }, {n, m}, {}, {BlockSpec{{1}, [](int i, int) { return i; }}})(out);
}

// loop i: independent
// loop j: independent
void gridGuarded(int n, int m, int* a) {
  const view<int> out(a, n);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { if (appyl::program_id(1) == 0) o(0) = 1; }, {n, m}, {}, {BlockSpec{{1}, [](int i, int) { return i; }}})(out);
}

// loop i: conflict: program (0, 1) and program (1, 0) both write out[1], for m = 2, n = 2
// loop j: independent
void gridDiagonals(int n, int m, int* a) {
  const view<int> out(a, n + m);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(0) = 1; }, {n, m}, {}, {BlockSpec{{1}, [](int i, int j) { return i + j; }}})(out);
}

// loop i: independent
void gridIds(int n, int* a) {
  const view<int> out(a, 2 * n);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(2 * appyl::program_id(0) + 1) = 1; }, {n}, {}, {BlockSpec{}})(out);
}

// loop i: conflict: program (1) and program (2) both write out[2], for n = 3
void gridIdsMeet(int n, int* a) {
  const view<int> out(a, 2 * n);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { o(appyl::program_id(0)) = 1; o(2 * appyl::program_id(0)) = 2; }, {n}, {}, {BlockSpec{}})(out);
}

// loop i: independent
void gridLoops(int n, int* a) {
  const view<int> out(a, n);
#pragma parallel
  appyl::grid_call([](ref<int, 1> o) { for (int k = 0; k < 4; ++k) o(k) = k; }, {cdiv(n, 4)}, {}, {BlockSpec{{4}, [](int i) { return i; }}})(out);
}
