// Numbers of blocks that would be others where the loop asks for them, ids as floating numbers, and one array as an input
// and an output, whose elements a kernel reads in order.
// flags: -std=c++20 -Iinclude
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <vector>
using namespace appyl;
constexpr int B = 8;
static int asked = 0;
static int next(int n) { return ++asked == 1 ? n : 0; }
void called(view<const float> x, view<float> y, int n) {
  const int blocks = cdiv(next(n), B);
#pragma parallel
  for (int b = 0; b < blocks; ++b) y(slice(b * B, B)) = x(slice(b * B, B)) * 2.0f;
}
void element(view<const float> x, view<float> y, int* sizes) {
  const int blocks = (sizes[0] + B - 1) / B;
  sizes[0] = 1;
#pragma parallel
  for (int b = 0; b < blocks; ++b) y(slice(b * B, B)) = x(slice(b * B, B)) * 3.0f;
}
void thirds(view<float> out) {
#pragma parallel
  grid_call([](ref<float, 1> o) { o(appyl::all) = static_cast<float>(program_id(0)) * B / 3; }, {cdiv(out.extent(0), B)}, {}, {BlockSpec{{B}, [](int i) { return i; }}})(out);
}
void shared(float* x, int n) {
#pragma parallel unchecked
  grid_call([](ref<const float, 1> a, ref<float, 1> b) { for (int i = 0; i < B; ++i) b(i) = a(i + 1) + 1; },
    {n / B}, {BlockSpec{{B + 1}, [](int i) { return i * B; }, Unblocked{}}}, {BlockSpec{{B}, [](int i) { return i; }}})(view<const float>(x, n + 1), view<float>(x, n));
}
int main() {
  std::vector<float> x(41), y(40), z(40), t(40), u(41);
  for (int i = 0; i < 41; ++i) x[i] = i, u[i] = i % 5;
  int sizes[] = {40};
  called(x, y, 37), element(x, z, sizes), thirds(t); shared(u.data(), 8);
  for (int i = 0; i < 40; ++i) std::printf("%g %g %.4f %g\n", y[i], z[i], t[i], u[i]);
}
