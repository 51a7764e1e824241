// Ids of programs as places: times the size of a block, behind a name, inside of a function that the kernel calls, and
// beside other uses of them.
// flags: -std=c++20 -Iinclude
// run: 0
// run: 1
// run: 37
// run: 64
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;

constexpr int B = 16;
static void put(ref<float, 1> o) { o(appyl::all) = 1.0f * program_id(0); }
void ids(view<float> out) {
#pragma parallel
  grid_call([](ref<float, 1> o) { put(o); }, {cdiv(out.extent(0), B)}, {}, {BlockSpec{{B}, [](int i) { return i; }}})(out);
}
void triton(view<const float> x, view<float> out) {
  const int n = x.extent(0);
#pragma parallel
  grid_call([=](ref<const float, 1> a, ref<float, 1> o) {
    const int pid = program_id(0);
    const auto offsets = pid * B + arange<int>(B);
    const auto mask = offsets < n;
    const auto v = load(a, std::tuple(ds(pid * B, B)), mask, 0.0f);
    store(o, std::tuple(ds(0, B)), v * 2.0f + cast<float>(offsets), mask);
  }, {cdiv(out.extent(0), B)}, {BlockSpec{}}, {BlockSpec{{B}, [](int i) { return i; }}})(x, out);
}
void both(view<float> out) {
#pragma parallel
  grid_call([](ref<float, 1> o) { const auto pid = program_id(0); o(appyl::all) = 1.0f * pid + static_cast<float>(pid * B); }, {cdiv(out.extent(0), B)}, {}, {BlockSpec{{B}, [](int i) { return i; }}})(out);
}
void starts(view<float> out) {
#pragma parallel
  grid_call([](ref<float, 1> o) { const int first = static_cast<int>(program_id(0)) * B; for (int i = 0; i < B; ++i) o(i) = float(first + i); }, {cdiv(out.extent(0), B)}, {}, {BlockSpec{{B}, [](int i) { return i; }}})(out);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37;
  std::vector<float> x(n), a(n), b(n), c(n), d(n);
  for (int i = 0; i < n; ++i) x[i] = i * 0.5f;
  ids(a), triton(x, b), both(c), starts(d);
  for (int i = 0; i < n; ++i) std::printf("%g %g %g %g\n", a[i], b[i], c[i], d[i]);
}
