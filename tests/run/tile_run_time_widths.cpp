// Tiles of which only a run tells how many lanes they have: they are computed anew where they are used.
// flags: -std=c++20 -Iinclude
// run: 0 5
// run: 1 1
// run: 16 37
// run: 9 128
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
void residual(view<const float, 2> x, view<const float, 2> y, view<float, 2> o) {
  const BlockSpec row{{squeezed, x.extent(1)}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<const float, 1> r, ref<float, 1> b) {
    const auto h = a(appyl::all) + r(appyl::all);
    const float ms = sum(h * h) / float(a.extent(0));
    b(appyl::all) = h * rsqrt(ms + 1e-5f);
  }, {x.extent(0)}, {row, row}, {row})(x, y, o);
}
void softmax(view<const float, 2> x, view<float, 2> o) {
  const BlockSpec row{{squeezed, x.extent(1)}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) {
    const tile<float, 1> e = exp(a(appyl::all) - max(a(appyl::all)));
    b(appyl::all) = e / sum(e);
  }, {x.extent(0)}, {row}, {row})(x, o);
}
void softmaxInPlace(view<float, 2> x) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    const auto e = exp(x(i, appyl::all) - max(x(i, appyl::all)));
    x(i, appyl::all) = e / sum(e);
  }
}
void shifted(view<const float, 2> x, view<float, 2> o) {
  const int n = x.extent(1);
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    const tile<float, 1> h = x(i, slice(0, n)) * 2.0f;
    const tile<float, 1> g = h * h + 1.0f;
    const float t = sum(g);
    o(i, slice(0, n)) = g / t + h;
  }
}
void layerNorm(view<const float, 2> x, view<const float> gain, view<float, 2> o) {
  const BlockSpec row{{8, x.extent(1)}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call([](ref<const float, 2> a, ref<const float, 1> g, ref<float, 2> b) {
    const tile<float, 2> rows = a(appyl::all, appyl::all);
    const auto mean = sum(rows, 1) / float(a.extent(1));
    const tile<float, 2> c = rows - reshape(mean, 8, 1);
    const tile<float, 1> var = sum(c * c, 1) / float(a.extent(1));
    b(appyl::all, appyl::all) = c * reshape(rsqrt(var + 1e-5f), 8, 1) * g(appyl::all);
  }, {cdiv(x.extent(0), 8)}, {row, BlockSpec{}}, {row})(x, gain, o);
}
// What is stored in between is read later: the tile has to be kept.
void keptBefore(view<float, 2> x, view<float> sums) {
#pragma parallel
  for (int i = 0; i < x.extent(0); ++i) {
    const float first = x(i, 0);
    x(i, appyl::all) = x(i, appyl::all) - first;
    sums(i) = sum(x(i, appyl::all) * 2.0f) + first;
  }
}

int main(int argc, char** argv) {
  const int m = argc > 1 ? std::atoi(argv[1]) : 16, n = argc > 2 ? std::atoi(argv[2]) : 37, all = m * n;
  std::vector<float> x(all), y(all), o(all), p(all), q(all), g(n, 1.5f), l(all), sums(m);
  for (int i = 0; i < all; ++i) x[i] = i % 13, y[i] = i % 7, q[i] = i % 5;
  using Matrix = view<const float, 2>;
  const Matrix mx(x.data(), m, n), my(y.data(), m, n);
  const auto out = [&](std::vector<float>& of) { return view<float, 2>(of.data(), m, n); };
  const auto tell = [&](const char* what, const std::vector<float>& of) {
    double total = 0;
    for (std::size_t i = 0; i < of.size(); ++i) total += static_cast<double>(i % 7 + 1) * of[i];
    std::printf("%s %.4f\n", what, total);
  };
  residual(mx, my, out(o)), tell("residual", o);
  softmax(mx, out(p)), tell("softmax", p);
  softmaxInPlace(out(q)), tell("softmax in place", q);
  layerNorm(mx, g, out(l)), tell("layer norm", l);
  shifted(mx, out(p)), tell("shifted", p);
  keptBefore(out(y), sums), tell("kept", y), tell("kept", sums);
}
