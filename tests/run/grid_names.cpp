// flags: -std=c++20
// Kernels whose names mean something else where the call stands.
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <vector>
using namespace appyl;

static float factor = 3;
namespace other {
constexpr float offset = 10;
float shift(float v) { return v + offset; }
static void kernel(ref<const float, 1> a, ref<float, 1> o) {
  for (int k = 0; k < 4; ++k) o(k) = shift(a(k)) * factor + offset;
}
}  // namespace other
static float shift(float v) { return v - 1000; }

// A slice that reaches behind its block, which ends there.
static void ends(view<const float, 1> x, view<float, 1> o) {
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> s) {
    float total = 0;
    for (int k = 0; k < 8; k += 3) total += sum(a(ds(k, 3)));
    s(0) = total;
  }, {o.extent(0)}, {BlockSpec{{8}, [](int i) { return i; }}}, {BlockSpec{{1}, [](int i) { return i; }}})(x, o);
}
static void named(view<const float, 1> x, view<float, 1> o) {
  const float offset = 500, factor = 700;
  (void)offset, (void)factor, (void)shift(1);
  const BlockSpec blocks{{4}, [](int i) { return i; }};
#pragma parallel
  grid_call(other::kernel, {x.extent(0) / 4}, {blocks}, {blocks})(x, o);
}
int main() {
  std::vector<float> x(32), o(32), s(4);
  for (int k = 0; k < 32; ++k) x[static_cast<std::size_t>(k)] = static_cast<float>(k);
  ends(x, s);
  for (const float v : s) std::printf("%g ", static_cast<double>(v));
  named(x, o);
  for (const float v : o) std::printf("%g ", static_cast<double>(v));
  std::puts("");
}
