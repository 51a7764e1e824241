// Kernels as they are written by people who know other systems: constants and parameters of a class, ids and sizes
// behind names, elements of a tile that are assigned, rows as columns.
// flags: -std=c++20 -Iinclude
// run: 0
// run: 1
// run: 21
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;

template <int BM, int BN, int BK, class F>
struct Product {
  void operator()(ref<const float, 2> a, ref<const float, 2> b, ref<float, 2> o) const {
    tile<float, 2> sum = zeros<float>(BM, BN);
    for (int k = 0; k < a.extent(1); k += BK) sum += dot(a(all, ds(k, BK)), b(ds(k, BK), all));
    o(all, all) = map(F::of, sum);
  }
};
struct Positive {
  static float of(float x) { return x > 0 ? x : 0; }
};
void product(view<const float, 2> x, view<const float, 2> y, view<float, 2> o) {
#pragma parallel
  grid_call(Product<8, 4, 4, Positive>{}, {cdiv(o.extent(0), 8), cdiv(o.extent(1), 4)},
            {BlockSpec{{8, x.extent(1)}, [](int i, int) { return std::array{i, 0}; }},
             BlockSpec{{y.extent(0), 4}, [](int, int j) { return std::array{0, j}; }}},
            {BlockSpec{{8, 4}, [](int i, int j) { return std::array{i, j}; }}})(x, y, o);
}

struct Shift {
  static constexpr int lanes = 8, by = 3;
  void operator()(ref<const float, 1> a, ref<float, 1> o) const {
    for (int i = 0; i < lanes; ++i) o(i) = a(i) + by;
  }
};
void shift(view<const float> x, view<float> o) {
#pragma parallel
  grid_call(Shift(), {cdiv(x.extent(0), 8)}, {BlockSpec{{8}, [](int i) { return i; }}},
            {BlockSpec{{8}, [](int i) { return i; }}})(x, o);
}

void add(view<const float> x, view<const float> y, view<float> o) {
  constexpr int B = 8;
  const int n = static_cast<int>(o.extent(0));
#pragma parallel
  grid_call(
      [n](ref<const float, 1> a, ref<const float, 1> b, ref<float, 1> c) {
        const int id = program_id(0);
        const auto mask = id * B + arange<int>(B) < n;
        store(c, std::tuple(ds(id * B, B)),
              load(a, std::tuple(ds(id * B, B)), mask, 0.0f) + load(b, std::tuple(ds(id * B, B)), mask, 0.0f), mask);
      },
      {cdiv(n, B)}, {BlockSpec{}, BlockSpec{}}, {BlockSpec{}})(x, y, o);
}

void greatest(view<const float, 2> x, view<float, 2> values) {
#pragma parallel
  grid_call(
      [](ref<const float, 1> a, ref<float, 1> v) {
        tile<float> t = a(all);
        for (int k = 0; k < 3; ++k) {
          const int best = static_cast<int>(argmax(t));
          v(k) = t(best);
          t(best) = -1e30f;
        }
      },
      {x.extent(0)}, {BlockSpec{{squeezed, 16}, [](int i) { return std::array{i, 0}; }}},
      {BlockSpec{{squeezed, 3}, [](int i) { return std::array{i, 0}; }}})(x, values);
}

void halves(view<const float, 2> x, view<const float, 2> c, view<float, 2> o) {
  const BlockSpec row{{squeezed, x.extent(1)}, [](int i) { return std::array{i, 0}; }},
      half{{squeezed, c.extent(1)}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call(
      [](ref<const float, 1> a, ref<const float, 1> f, ref<float, 1> r) {
        const int h = static_cast<int>(a.extent(0) / 2);
        r(ds(0, h)) = a(ds(0, h)) * f(all) - a(ds(h, h));
        r(ds(h, h)) = a(ds(h, h)) * f(all) + a(ds(0, h));
      },
      {x.extent(0)}, {row, half}, {row})(x, c, o);
}

void weighted(view<const float, 2> x, view<const float> w, view<float, 2> o) {
  constexpr int B = 4;
  const int d = static_cast<int>(x.extent(1));
  const BlockSpec rows{{B, d}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call(
      [d](ref<const float, 2> a, ref<const float, 1> g, ref<float, 2> r) {
        const tile<float> total = sum(a(all, all), 1);
        r(all, all) = a(all, all) * reshape(total, B, 1) * reshape(g(all), 1, d);
      },
      {cdiv(x.extent(0), B)}, {rows, BlockSpec{}}, {rows})(x, w, o);
}
// `sqrt` of a double is C's function, of a float the library's.
template <class T>
void scaled(view<const T, 2> x, view<T, 2> o) {
  const BlockSpec row{{squeezed, 16}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call([](ref<const T, 1> a, ref<T, 1> b) {
    const T square = sum(a(appyl::all) * a(appyl::all));
    b(appyl::all) = (a(appyl::all) - square) / sqrt(square * square) + exp(square * 0);
  }, {x.extent(0)}, {row}, {row})(x, o);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5;
  std::vector<float> x(n * 16), y(16 * n), o(n * 16), p(n * n), v(n * 3);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = float(i * 37 % 23) - 11, y[i] = float(i * 5 % 7) - 3;
  const auto show = [](const char* name, const std::vector<float>& values) {
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) total += values[i] * double(i % 13 + 1);
    std::printf("%s %.10g\n", name, total);
  };
  const view<const float, 2> X(x, n, 16);
  const view<float, 2> O(o, n, 16);
  const std::vector<float> weights(16, 2.0f);
  product(X, view<const float, 2>(y, 16, n), view<float, 2>(p, n, n)), show("product", p);
  shift(view<const float>(x), view<float>(o)), show("shift", o);
  add(view<const float>(x), view<const float>(y), view<float>(o)), show("add", o);
  greatest(X, view<float, 2>(v, n, 3)), show("greatest", v);
  halves(X, view<const float, 2>(y, n, 8), O), show("halves", o);
  weighted(X, view<const float>(weights), O), show("weighted", o);
  scaled<float>(X, O);
  std::vector<double> wide(x.begin(), x.end()), results(wide);
  scaled<double>(view<const double, 2>(wide, n, 16), view<double, 2>(results, n, 16));
  int near = 0;
  for (std::size_t i = 0; i < o.size(); ++i) near += o[i] - results[i] < 1e-5 && results[i] - o[i] < 1e-5;
  std::printf("scaled %d of %d\n", near, n * 16);
}
