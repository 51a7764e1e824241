// Triangular systems, also by vmap: a program reads rows of its output that it has written.
// flags: -std=c++20 -Iinclude
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <vector>
using namespace appyl;
// L (b, n, n) lower, y (b, n, m): L x = y
void solve(view<const double, 3> l, view<const double, 3> y, view<double, 3> x) {
  const auto n = l.extent(1), m = y.extent(2);
#pragma parallel
  grid_call(
      [](ref<const double, 2> a, ref<const double, 2> b, ref<double, 2> r) {
        for (int i = 0; i < a.extent(0); ++i) {
          r(i, all) = b(i, all);
          for (int j = 0; j < i; ++j) r(i, all) -= a(i, j) * r(j, all);
          r(i, all) /= a(i, i);
        }
      },
      {l.extent(0)},
      {BlockSpec{{squeezed, n, n},
                 [](int b) {
                   return std::array{b, 0, 0};
                 }},
       BlockSpec{{squeezed, n, m},
                 [](int b) {
                   return std::array{b, 0, 0};
                 }}},
      {BlockSpec{{squeezed, n, m}, [](int b) {
                   return std::array{b, 0, 0};
                 }}})(l, y, x);
}
// one right-hand side column block per program
void solveColumns(view<const double, 3> l, view<const double, 3> y, view<double, 3> x) {
  constexpr int B = 4;
  const auto n = l.extent(1);
#pragma parallel
  grid_call(
      [](ref<const double, 2> a, ref<const double, 2> b, ref<double, 2> r) {
        for (int i = 0; i < a.extent(0); ++i) {
          tile<double> t = b(i, all);
          for (int j = 0; j < i; ++j) t -= a(i, j) * r(j, all);
          r(i, all) = t / a(i, i);
        }
      },
      {l.extent(0), cdiv(y.extent(2), B)},
      {BlockSpec{{squeezed, n, n},
                 [](int b, int) {
                   return std::array{b, 0, 0};
                 }},
       BlockSpec{{squeezed, n, B},
                 [](int b, int j) {
                   return std::array{b, 0, j};
                 }}},
      {BlockSpec{{squeezed, n, B}, [](int b, int j) {
                   return std::array{b, 0, j};
                 }}})(l, y, x);
}
// of vectors, by vmap, scalar code
void solveVectors(view<const double, 3> l, view<const double, 2> y, view<double, 2> x) {
  const auto one = grid_call([](ref<const double, 2> a, ref<const double, 1> b, ref<double, 1> r) {
    const auto n = a.extent(0);
    for (int i = 0; i < n; ++i) {
      double s = b(i);
      for (int j = 0; j < i; ++j) s -= a(i, j) * r(j);
      r(i) = s / a(i, i);
    }
  });
#pragma parallel
  vmap(one, 0)(l, y, x);
}
// a dot with what is solved already
void solveDot(view<const double, 3> l, view<const double, 2> y, view<double, 2> x) {
  const auto one = grid_call([](ref<const double, 2> a, ref<const double, 1> b, ref<double, 1> r) {
    for (int i = 0; i < a.extent(0); ++i) r(i) = (b(i) - sum(a(i, ds(0, i)) * r(ds(0, i)))) / a(i, i);
  });
#pragma parallel
  vmap(one, {0, 0})(l, y, x);
}
int main() {
  for (auto [b, n, m] : {std::array{2, 5, 3}, {3, 16, 8}, {1, 1, 1}, {0, 3, 2}, {2, 7, 0}}) {
    std::vector<double> l(b * n * n), y(b * n * m), x(b * n * m), v(b * n), w(b * n);
    for (int k = 0; k < b; ++k)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          l[(k * n + i) * n + j] = i == j ? 2 : j < i ? double((i * 3 + j) % 3 - 1) : 99;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = double(i * 7 % 11) - 5;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = double(i * 7 % 11) - 5;
    const view<const double, 3> L(l, b, n, n), Y(y, b, n, m);
    const view<double, 3> X(x, b, n, m);
    const auto show = [](const auto& q) {
      for (double e : q) std::printf("%g ", e);
      std::puts("");
    };
    solve(L, Y, X), show(x), solveColumns(L, Y, X), show(x);
    solveVectors(L, view<const double, 2>(v, b, n), view<double, 2>(w, b, n)), show(w);
    solveDot(L, view<const double, 2>(v, b, n), view<double, 2>(w, b, n)), show(w);
  }
}
