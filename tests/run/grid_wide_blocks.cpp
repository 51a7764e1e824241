// Blocks of a constant size that is larger than the array, with masks: the rows of a softmax and of an RMS norm.
// flags: -std=c++20 -Iinclude
// run: 1
// run: 37
// run: 100
// run: 128
#include <appyl/grid.hpp>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int W = 128;

void softmax(view<const float, 2> x, view<float, 2> y) {
  const BlockSpec row{{squeezed, W}, [](int i) { return std::array{i, 0}; }};
  const int n = x.extent(1);
#pragma parallel
  grid_call([=](ref<const float, 1> a, ref<float, 1> b) {
    const auto mask = arange<int>(W) < n;
    tile<float, 1> t = load(a, std::tuple(ds(0, W)), mask, -1e30f);
    const float m = max(t);
    tile<float, 1> e = where(mask, exp(t - m), 0.0f);
    store(b, std::tuple(ds(0,W)), e / sum(e), mask); },
     {x.extent(0)}, {row}, {row})(x, y);
}
void rmsNorm(view<const float, 2> x, view<const float> gain, view<float, 2> y) {
  const int n = x.extent(1);
  const BlockSpec row{{squeezed, W}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call([=](ref<const float, 1> a, ref<const float, 1> g, ref<float, 1> b) {
    const auto mask = arange<int>(W) < n;
    const tile<float, 1> t = load(a, std::tuple(ds(0, W)), mask, 0.0f);
    const float scale = rsqrt(sum(t * t) / n + 1e-6f);
    store(b, std::tuple(ds(0, W)), t * scale * load(g, std::tuple(ds(0, W)), mask, 0.0f), mask);
  }, {x.extent(0)}, {row, BlockSpec{{W}}}, {row})(x, gain, y);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37, rows = 7;
  std::vector<float> x(rows * n), y(rows * n), z(rows * n), gain(n);
  for (int i = 0; i < rows * n; ++i) x[i] = static_cast<float>(i % 13);
  for (int j = 0; j < n; ++j) gain[j] = 1.0f + static_cast<float>(j % 3);
  const view<const float, 2> matrix(x.data(), rows, n);
  softmax(matrix, view<float, 2>(y.data(), rows, n));
  rmsNorm(matrix, gain, view<float, 2>(z.data(), rows, n));
  double total = 0;
  for (int i = 0; i < rows * n; ++i) total += (i % 7 + 1) * (y[i] + z[i]);
  std::printf("%d %.4f\n", n, total);
}
