// Kernels that keep a row in a tile: blocks of one row, and of several.
// flags: -std=c++20 -Iinclude
// run: 0
// run: 1
// run: 13
#include <appyl/grid.hpp>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;

// RMS norm, a row of one at a time, held in a tile.
void rms(view<const float, 2> x, view<const float, 1> w, view<float, 2> o) {
  const auto d = x.extent(1);
#pragma parallel
  grid_call(
      [](ref<const float, 2> a, ref<const float, 1> g, ref<float, 2> r) {
        const auto row = a(all, all);
        const float scale = 1 / std::sqrt(sum(row * row) / 64 + 1e-6f);
        r(all, all) = row * scale * g(all);
      },
      {x.extent(0)},
      {BlockSpec{{1, d},
                 [](int i) {
                   return std::array{i, 0};
                 }},
       BlockSpec{}},
      {BlockSpec{{1, d}, [](int i) {
                   return std::array{i, 0};
                 }}})(x, w, o);
}
void rmsTile(view<const float, 2> x, view<const float, 1> w, view<float, 2> o) {
#pragma parallel
  grid_call(
      [](ref<const float, 2> a, ref<const float, 1> g, ref<float, 2> r) {
        const tile<float, 2> row = a(all, all);
        const tile<float> scale = 1 / sqrt(sum(row * row, 1) / 64 + 1e-6f);
        r(all, all) = row * reshape(scale, 1, 1) * g(all);
      },
      {x.extent(0)},
      {BlockSpec{{1, 64},
                 [](int i) {
                   return std::array{i, 0};
                 }},
       BlockSpec{}},
      {BlockSpec{{1, 64}, [](int i) {
                   return std::array{i, 0};
                 }}})(x, w, o);
}
void rmsNames(view<const float, 2> x, view<const float, 1> w, view<float, 2> o) {
#pragma parallel
  grid_call(
      [](ref<const float, 2> a, ref<const float, 1> g, ref<float, 2> r) {
        tile<float> row = a(0, all);
        const float scale = 1 / std::sqrt(sum(row * row) / 64 + 1e-6f);
        r(0, all) = row * scale * g(all);
      },
      {x.extent(0)},
      {BlockSpec{{1, 64},
                 [](int i) {
                   return std::array{i, 0};
                 }},
       BlockSpec{}},
      {BlockSpec{{1, 64}, [](int i) {
                   return std::array{i, 0};
                 }}})(x, w, o);
}
void batched(view<const float, 3> x, view<float, 3> o) {  // (batch, head, d)
#pragma parallel
  grid_call(
      [](ref<const float, 3> a, ref<float, 3> r) {
        tile<float, 3> t = a(all, all, all);
        t = t * 2.0f;
        r(all, all, all) = t + max(a(all, all, all));
      },
      {x.extent(0), x.extent(1)},
      {BlockSpec{{1, 1, 16},
                 [](int b, int h) {
                   return std::array{b, h, 0};
                 }}},
      {BlockSpec{{1, 1, 16}, [](int b, int h) {
                   return std::array{b, h, 0};
                 }}})(x, o);
}
void one(view<const double, 1> x, view<double, 1> y, int n) {
#pragma parallel
  grid_call(
      [](ref<const double, 1> v, ref<double, 1> q) {
        tile<double, 1> t = v(appyl::all);
        q(appyl::all) = t + 1.0;
      },
      {n}, {BlockSpec{{1}, [](int i) { return i; }}}, {BlockSpec{{1}, [](int i) { return i; }}})(x, y);
}
// The greatest three of each row, and where they are.
void greatest(view<const float, 2> x, view<float, 2> v, view<int, 2> ix) {
  constexpr int K = 3, N = 16;
#pragma parallel
  grid_call(
      [](ref<const float, 1> a, ref<float, 1> r, ref<int, 1> id) {
        tile<float, 1> t = zeros<float>(N);
        t = a(appyl::all);
        for (int k = 0; k < K; ++k) {
          const int m = int(argmax(t));
          r(k) = max(t);
          id(k) = m;
          t = where(arange<int>(N) == m, -1e30f, t);
        }
      },
      {x.extent(0)},
      {BlockSpec{{squeezed, N},
                 [](int i) {
                   return std::array{i, 0};
                 }}},
      {BlockSpec{{squeezed, K},
                 [](int i) {
                   return std::array{i, 0};
                 }},
       BlockSpec{{squeezed, K}, [](int i) {
                   return std::array{i, 0};
                 }}})(x, v, ix);
}
void greatestOfTile(view<const float, 2> x, view<float, 2> v, view<int, 2> ix) {
  constexpr int K = 3, N = 16;
#pragma parallel
  grid_call(
      [](ref<const float, 1> a, ref<float, 1> r, ref<int, 1> id) {
        tile<float, 1> t = a(appyl::all);
        for (int k = 0; k < K; ++k) {
          const int m = int(argmax(t));
          r(k) = max(t);
          id(k) = m;
          t = where(arange<int>(N) == m, -1e30f, t);
        }
      },
      {x.extent(0)},
      {BlockSpec{{squeezed, N},
                 [](int i) {
                   return std::array{i, 0};
                 }}},
      {BlockSpec{{squeezed, K},
                 [](int i) {
                   return std::array{i, 0};
                 }},
       BlockSpec{{squeezed, K}, [](int i) {
                   return std::array{i, 0};
                 }}})(x, v, ix);
}
void greatestOfRows(view<const float, 2> x, view<float, 2> v, view<int, 2> ix) {
  constexpr int K = 3, N = 16, B = 4;
#pragma parallel
  grid_call(
      [](ref<const float, 2> a, ref<float, 2> r, ref<int, 2> id) {
        tile<float, 2> t = a(appyl::all, appyl::all);
        for (int k = 0; k < K; ++k) {
          const auto m = argmax(t, 1);
          r(appyl::all, k) = max(t, 1);
          id(appyl::all, k) = m;
          t = where(arange<int>(N) == reshape(m, B, 1), -1e30f, t);
        }
      },
      {cdiv(x.extent(0), B)},
      {BlockSpec{{B, N},
                 [](int i) {
                   return std::array{i, 0};
                 }}},
      {BlockSpec{{B, K},
                 [](int i) {
                   return std::array{i, 0};
                 }},
       BlockSpec{{B, K}, [](int i) {
                   return std::array{i, 0};
                 }}})(x, v, ix);
}
void greatestByElements(view<const float, 2> x, view<float, 2> v, view<int, 2> ix) {
  constexpr int K = 3;
  const auto n = x.extent(1);
#pragma parallel
  grid_call(
      [](ref<const float, 1> a, ref<float, 1> r, ref<int, 1> id) {
        float last = 1e30f;
        int at = -1;
        for (int k = 0; k < K; ++k) {
          float best = -1e30f;
          int m = -1;
          for (int j = 0; j < a.extent(0); ++j)
            if ((a(j) < last || (a(j) == last && j > at)) && a(j) > best) best = a(j), m = j;
          r(k) = best, id(k) = m;
          last = best, at = m;
        }
      },
      {x.extent(0)},
      {BlockSpec{{squeezed, n},
                 [](int i) {
                   return std::array{i, 0};
                 }}},
      {BlockSpec{{squeezed, K},
                 [](int i) {
                   return std::array{i, 0};
                 }},
       BlockSpec{{squeezed, K}, [](int i) {
                   return std::array{i, 0};
                 }}})(x, v, ix);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5;
  std::vector<float> x(n * 64), weight(64), o(n * 64), v(n * 3);
  std::vector<int> places(n * 3);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = float(i * 37 % 23) - 11;
  for (int i = 0; i < 64; ++i) weight[i] = float(i % 7);
  const view<const float, 2> X(x, n, 64);
  const view<const float> W(weight);
  const view<float, 2> O(o, n, 64), V(v, n, 3);
  const view<int, 2> P(places, n, 3);
  const auto show = [&] {
    double s = 0;
    for (std::size_t i = 0; i < o.size(); ++i) s += o[i] * (i % 13);
    std::printf("%.4g", s);
    for (float each : v) std::printf(" %g", each);
    for (int each : places) std::printf(" %d", each);
    std::puts("");
  };
  rms(X, W, O), show();
  rmsTile(X, W, O), show();
  rmsNames(X, W, O), show();
  batched(view<const float, 3>(x, n, 4, 16), view<float, 3>(o, n, 4, 16)), show();
  const view<const float, 2> rows(x, n, 16);
  greatest(rows, V, P), show();
  greatestOfTile(rows, V, P), show();
  greatestOfRows(rows, V, P), show();
  greatestByElements(rows, V, P), show();
  std::vector<double> y(n), z(n);
  for (int i = 0; i < n; ++i) y[i] = i;
  one(view<const double>(y), view<double>(z), n);
  for (double each : z) std::printf("%g ", each);
}
