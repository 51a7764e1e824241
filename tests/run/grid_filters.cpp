// Filters with halo: padded, under masks of both dimensions, and valid ones by elements.
// flags: -std=c++20 -Iinclude
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <vector>
using namespace appyl;
// x (C, H, W), w (K, C, 3, 3), o (K, H, W), padded by one
template <int C>
void conv(view<const float, 3> x, view<const float, 4> w, view<float, 3> o) {
  constexpr int B = 8;
#pragma parallel
  grid_call(
      [](ref<const float, 3> a, ref<const float, 3> f, ref<float, 2> r) {
        tile<float, 2> acc = zeros<float>(B, B);
        for (int c = 0; c < C; ++c)
          for (int dy = 0; dy < 3; ++dy)
            for (int dx = 0; dx < 3; ++dx) acc += a(c, ds(dy, B), ds(dx, B)) * f(c, dy, dx);
        r(all, all) = acc;
      },
      {w.extent(0), cdiv(o.extent(1), B), cdiv(o.extent(2), B)},
      {BlockSpec{{C, B + 2, B + 2},
                 [](int, int i, int j) {
                   return std::array{0, i * B, j * B};
                 },
                 Unblocked{{{0, 0}, {1, 1}, {1, 1}}}},
       BlockSpec{{squeezed, C, 3, 3},
                 [](int k, int, int) {
                   return std::array{k, 0, 0, 0};
                 }}},
      {BlockSpec{{squeezed, B, B}, [](int k, int i, int j) {
                   return std::array{k, i, j};
                 }}})(x, w, o);
}
// mask for the border instead of NaN
template <int C>
void convMasked(view<const float, 3> x, view<const float, 4> w, view<float, 3> o) {
  constexpr int B = 8;
  const int h = int(o.extent(1)), wd = int(o.extent(2));
#pragma parallel
  grid_call(
      [=](ref<const float, 3> a, ref<const float, 3> f, ref<float, 2> r) {
        const int y0 = int(program_id(1)) * B - 1, x0 = int(program_id(2)) * B - 1;
        tile<float, 2> acc = zeros<float>(B, B);
        for (int c = 0; c < C; ++c)
          for (int dy = 0; dy < 3; ++dy)
            for (int dx = 0; dx < 3; ++dx) {
              const auto rows = reshape(arange<int>(B) + y0 + dy, B, 1),
                         columns = reshape(arange<int>(B) + x0 + dx, 1, B);
              const auto inside = rows >= 0 && rows < h && columns >= 0 && columns < wd;
              acc += load(a, std::tuple(c, ds(dy, B), ds(dx, B)), inside, 0.0f) * f(c, dy, dx);
            }
        r(all, all) = acc;
      },
      {w.extent(0), cdiv(o.extent(1), B), cdiv(o.extent(2), B)},
      {BlockSpec{{C, B + 2, B + 2},
                 [](int, int i, int j) {
                   return std::array{0, i * B, j * B};
                 },
                 Unblocked{{{0, 0}, {1, 1}, {1, 1}}}},
       BlockSpec{{squeezed, C, 3, 3},
                 [](int k, int, int) {
                   return std::array{k, 0, 0, 0};
                 }}},
      {BlockSpec{{squeezed, B, B}, [](int k, int i, int j) {
                   return std::array{k, i, j};
                 }}})(x, w, o);
}
// no padding: valid convolution
void valid(view<const float, 2> x, view<const float, 2> w, view<float, 2> o) {
  constexpr int B = 16;
#pragma parallel
  grid_call(
      [](ref<const float, 2> a, ref<const float, 2> f, ref<float, 2> r) {
        for (int i = 0; i < B; ++i)
          for (int j = 0; j < B; ++j) {
            float s = 0;
            for (int dy = 0; dy < 3; ++dy)
              for (int dx = 0; dx < 3; ++dx) s += a(i + dy, j + dx) * f(dy, dx);
            r(i, j) = s;
          }
      },
      {cdiv(o.extent(0), B), cdiv(o.extent(1), B)},
      {BlockSpec{{B + 2, B + 2},
                 [](int i, int j) {
                   return std::array{i * B, j * B};
                 },
                 Unblocked{}},
       BlockSpec{}},
      {BlockSpec{{B, B}, [](int i, int j) {
                   return std::array{i, j};
                 }}})(x, w, o);
}
int main() {
  for (auto [h, w] : {std::pair{8, 16}, {13, 5}, {1, 1}, {0, 0}}) {
    std::vector<float> x(3 * h * w), f(4 * 3 * 9), o(4 * h * w, 1), v((h + 2) * (w + 2), 1), q(h * w);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = float(i * 7 % 11) - 5;
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = float(i * 5 % 7) - 3;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = float(i * 7 % 11) - 5;
    convMasked<3>(view<const float, 3>(x, 3, h, w), view<const float, 4>(f, 4, 3, 3, 3),
                  view<float, 3>(o, 4, h, w));
    for (float e : o) std::printf("%g ", e);
    std::puts("");
    valid(view<const float, 2>(v, h + 2, w + 2), view<const float, 2>(f, 3, 3), view<float, 2>(q, h, w));
    for (float e : q) std::printf("%g ", e);
    std::puts("");
    conv<3>(view<const float, 3>(x, 3, h, w), view<const float, 4>(f, 4, 3, 3, 3),
            view<float, 3>(o, 4, h, w));
    for (int k = 0; k < 4; ++k)
      for (int i = 1; i < h - 1; ++i)
        for (int j = 1; j < w - 1; ++j) std::printf("%g ", o[(k * h + i) * w + j]);
    std::puts("");
  }
}
