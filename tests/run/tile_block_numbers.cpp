// Loops that count blocks, whose number is used as the place where a block begins; and others, where it is more.
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
constexpr int B = 8;

void byNumbers(view<const float> x, view<float> y, int n) {
#pragma parallel
  for (int b = 0; b < cdiv(n, B); ++b) y(slice(b * B, B)) = x(slice(b * B, B)) * 2.0f;
}
void byName(view<const float> x, view<float> y, int n) {
  const int blocks = (n + B - 1) / B;
#pragma parallel
  for (int b = 0; b < blocks; b++) {
    const int first = B * b;
    y(slice(first, B)) = x(slice(first, B)) + 1.0f;
  }
}
// The name's value is of another n.
void byOldName(view<const float> x, view<float> y, int n) {
  const int blocks = (n + B - 1) / B;
  n /= 2;
#pragma parallel
  for (int b = 0; b < blocks; ++b) y(slice(b * B, B)) = x(slice(b * B, B)) + static_cast<float>(n);
}
void numbered(view<const float> x, view<float> y, int n) {
#pragma parallel
  for (int b = 0; b < cdiv(n, B); ++b) y(slice(b * B, B)) = x(slice(b * B, B)) + static_cast<float>(b);
}
void product(view<const float, 2> x, view<const float, 2> y, view<float, 2> o) {
#pragma parallel
  grid_call([](ref<const float, 2> a, ref<const float, 2> b, ref<float, 2> c) {
    c(appyl::all, appyl::all) = dot(a(appyl::all, appyl::all), b(appyl::all, appyl::all));
  }, {cdiv(o.extent(0), B), cdiv(o.extent(1), B)},
            {BlockSpec{{B, x.extent(1)}, [](int i, int) { return std::array{i, 0}; }},
             BlockSpec{{y.extent(0), B}, [](int, int j) { return std::array{0, j}; }}},
            {BlockSpec{{B, B}, [](int i, int j) { return std::array{i, j}; }}})(x, y, o);
}
void counted(view<const float, 2> x, view<const float, 2> y, view<float, 2> o) {
  constexpr int BK = 4;
#pragma parallel
  grid_call([](ref<const float, 2> a, ref<const float, 2> b, ref<float, 2> c) {
    tile<float, 2> sum = zeros<float>(B, B);
    for (int k = 0; k < cdiv(a.extent(1), BK); ++k)
      sum += dot(a(appyl::all, ds(k * BK, BK)), b(ds(k * BK, BK), appyl::all));
    c(appyl::all, appyl::all) = sum;
  }, {cdiv(o.extent(0), B), cdiv(o.extent(1), B)},
            {BlockSpec{{B, x.extent(1)}, [](int i, int) { return std::array{i, 0}; }},
             BlockSpec{{y.extent(0), B}, [](int, int j) { return std::array{0, j}; }}},
            {BlockSpec{{B, B}, [](int i, int j) { return std::array{i, j}; }}})(x, y, o);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37, k = n / 2 + 1;
  std::vector<float> x(n), y(n), a(n * k), b(k * n), o(n * n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i % 11);
  for (int i = 0; i < n * k; ++i) a[i] = static_cast<float>(i % 7), b[i] = static_cast<float>(i % 5);
  const auto tell = [](const char* what, const std::vector<float>& of) {
    double total = 0;
    for (std::size_t i = 0; i < of.size(); ++i) total += static_cast<double>(i % 7 + 1) * of[i];
    std::printf("%s %.1f\n", what, total);
  };
  byNumbers(x, y, n), tell("by numbers", y);
  byName(x, y, n), tell("by name", y);
  byOldName(x, y, n), tell("by an old name", y);
  numbered(x, y, n), tell("numbered", y);
  const view<const float, 2> left(a.data(), n, k), right(b.data(), k, n);
  product(left, right, view<float, 2>(o.data(), n, n)), tell("product", o);
  counted(left, right, view<float, 2>(o.data(), n, n)), tell("counted", o);
}
