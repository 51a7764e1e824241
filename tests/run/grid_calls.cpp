// flags: -std=c++20
// Grid calls: kernels, grids, specs and arguments of all kinds, against the calls of the library.
#include <appyl/grid.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <tuple>
#include <vector>

using appyl::BlockSpec, appyl::ds, appyl::grid_call, appyl::ref, appyl::slice, appyl::squeezed, appyl::tile,
    appyl::Unblocked, appyl::view;

static void print(const char* what, const std::vector<int>& values, int columns) {
  std::printf("%s", what);
  for (std::size_t k = 0; k < values.size(); ++k)
    std::printf("%s%4d", static_cast<int>(k) % columns == 0 ? "\n" : "", values[k]);
  std::printf("\n");
}

// Which program writes which element, in the forms of the documents.
static void programIds() {
  std::vector<int> a(8 * 6, -1), b(7 * 5, -1), c(1 * 2, -1), d(8 * 6, -1), e(7 * 7, -1), f(3 * 4, -1);
  const auto digits = [](ref<int, 2> o) {
    o(appyl::all, appyl::all) = static_cast<int>(10 * appyl::program_id(0) + appyl::program_id(1));
  };
  const BlockSpec blocks{{2, 3}, [](int i, int j) { return std::array{i, j}; }};
#pragma parallel
  grid_call(digits, {{4, 2}, {}, {blocks}})(view<int, 2>(a.data(), 8, 6));
  print("8 x 6 in 2 x 3", a, 6);
#pragma parallel
  grid_call(digits, {{4, 2}, {}, {blocks}})(view<int, 2>(b.data(), 7, 5));
  print("7 x 5 in 2 x 3", b, 5);
#pragma parallel
  grid_call(digits, {{1, 1}, {}, {blocks}})(view<int, 2>(c.data(), 1, 2));
  print("1 x 2 in 2 x 3", c, 2);
#pragma parallel
  grid_call(digits, {{4, 2}, {}, {BlockSpec{{2, 3}, [](int i, int j) { return std::array{2 * i, 3 * j}; }, Unblocked{}}}})(
      view<int, 2>(d.data(), 8, 6));
  print("counted in elements", d, 6);
#pragma parallel
  grid_call(digits, {{4, 3}, {}, {BlockSpec{{2, 3}, [](int i, int j) { return std::array{2 * i, 3 * j}; },
                                            Unblocked{{{1, 0}, {2, 0}}}}}})(view<int, 2>(e.data(), 7, 7));
  print("padded", e, 7);
#pragma parallel
  grid_call([](ref<int, 1> o) { o(appyl::all) = static_cast<int>(10 * appyl::program_id(1) + appyl::program_id(0)); },
            {{3, 2}, {}, {BlockSpec{{squeezed, 2}, [](int i, int j) { return std::array{i, j}; }}}})(
      view<int, 2>(f.data(), 3, 4));
  print("squeezed", f, 4);
}

static void iotaKernel(ref<int, 1> o) { o(appyl::program_id(0)) = static_cast<int>(appyl::program_id(0)); }

static void numbers() {
  std::vector<int> o(8), x(8), y(8);
  for (int i = 0; i < 8; ++i) x[static_cast<std::size_t>(i)] = i, y[static_cast<std::size_t>(i)] = 8 + i;
#pragma parallel
  grid_call(iotaKernel, {8})(o);
  print("iota", o, 8);
  const BlockSpec pairs{{2}, [](int i) { return i; }};
  const auto add = [](ref<const int, 1> a, ref<const int, 1> b, ref<int, 1> s) {
    s(appyl::all) = a(appyl::all) + b(appyl::all);
  };
#pragma parallel
  grid_call(add, {4, {pairs, pairs}, {pairs}})(x, y, o);
  print("sum", o, 8);
  const auto whole = grid_call([](ref<const int, 1> a, ref<const int, 1> b, ref<int, 1> s) {
    s(appyl::all) = a(appyl::all) * b(appyl::all);
  });
#pragma parallel
  whole(x, y, o);
  print("product", o, 8);
  int rows[3][4] = {};
#pragma parallel
  grid_call([](ref<int, 2> r) { r(appyl::program_id(0), appyl::all) = static_cast<int>(appyl::num_programs(0)); }, {3})(rows);
  for (const auto& row : rows) std::printf("%d %d %d %d\n", row[0], row[1], row[2], row[3]);
}

// Maps that are not affine, or more than one number; several outputs.
static std::array<int, 2> turned(int i, int j) { return {j, i}; }
static void maps(int n, int m) {
  std::vector<int> x(static_cast<std::size_t>(n) * static_cast<std::size_t>(m)), o(x.size()), t(x.size()), s(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<int>(k % 17);
  const view<const int, 2> in(x.data(), n, m);
  const view<int, 2> same(o.data(), n, m), flipped(t.data(), m, n), back(s.data(), n, m);
  const int last = (n + 3) / 4 - 1;
#pragma parallel
  grid_call([](ref<const int, 2> a, ref<int, 2> b, ref<int, 2> c) {
              b(appyl::all, appyl::all) = a(appyl::all, appyl::all) + 1;
              c(appyl::all, appyl::all) = transpose(a(appyl::all, appyl::all));
            },
            {{(n + 3) / 4, (m + 4) / 5},
             {BlockSpec{{4, 5}, [](auto... i) { return std::array{i...}; }}},
             {BlockSpec{{4, 5}, [](auto... i) { return std::array{i...}; }}, BlockSpec{{5, 4}, turned}}})(in, same, flipped);
#pragma parallel
  grid_call([](ref<const int, 2> a, ref<int, 2> b) { b(appyl::all, appyl::all) = a(appyl::all, appyl::all) * 2; },
            {{(n + 3) / 4, 1},
             {BlockSpec{{4, m}, [last](int i, int) { return std::array{last - i, 0}; }}},
             {BlockSpec{{4, m}, [](int i, int j) { return std::make_tuple(i, j); }}}})(in, back);
  long sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += o[k] + 3 * t[k] + 5 * s[k] * static_cast<long>(k % 7);
  std::printf("%d x %d: %ld\n", n, m, sum);
}

template <class T, class Activation>
auto product(int blockK, Activation activation) {
  return [blockK, activation](ref<const T, 2> a, ref<const T, 2> b, ref<T, 2> c) {
    tile<T, 2> sum = appyl::zeros<T>(a.extent(0), b.extent(1));
    for (std::ptrdiff_t k = 0; k < a.extent(1) / blockK; ++k)
      sum += dot(a(appyl::all, ds(k * blockK, blockK)), b(ds(k * blockK, blockK), appyl::all));
    c(appyl::all, appyl::all) = map(activation, sum);
  };
}

template <class T>
void fused() {
  std::vector<T> x(64 * 256), y(256 * 128), z(64 * 128);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<T>(k % 5) / 4;
  for (std::size_t k = 0; k < y.size(); ++k) y[k] = static_cast<T>(k % 3) / 2;
#pragma parallel
  grid_call(product<T>(128, [](T v) { return v > 100 ? v : v / 2; }),
            {{4, 4},
             {BlockSpec{{16, 256}, [](int i, int) { return std::array{i, 0}; }},
              BlockSpec{{256, 32}, [](int, int j) { return std::array{0, j}; }}},
             {BlockSpec{{16, 32}, [](int i, int j) { return std::array{i, j}; }}}})(
      view<const T, 2>(x, 64, 256), view<const T, 2>(y, 256, 128), view<T, 2>(z, 64, 128));
  double sum = 0;
  for (std::size_t k = 0; k < z.size(); ++k) sum += static_cast<double>(z[k]) * static_cast<double>(k % 11);
  std::printf("fused %.6e\n", sum);
}

// Masks, dynamic slices, gathers, numbers.
static void accesses(int n) {
  std::vector<float> x(static_cast<std::size_t>(n)), o(static_cast<std::size_t>(n)), g(8);
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = static_cast<float>((i * 7) % 23);
  const BlockSpec blocks{{8}, [](int i) { return i; }};
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) {
              const auto lanes = appyl::arange<int>(8);
              b(appyl::all) = load(a, std::tuple(lanes), lanes < 5, -1.0f);
            },
            {appyl::cdiv(n, 8), {blocks}, {blocks}})(x, o);
  for (const float each : o) std::printf("%g ", static_cast<double>(each));
#pragma parallel
  grid_call([](ref<const float, 1> a, ref<float, 1> b) {
              store(b, std::tuple(ds(2, 3)), load(a, std::tuple(ds(1, 3))) * 2);
              store(b, std::tuple(0), load(a, std::tuple(7), appyl::program_id(0) == 0, 9.0f));
            },
            {n / 8, {blocks}, {blocks}})(x, o);
  for (const float each : o) std::printf("%g ", static_cast<double>(each));
  float total = 0, limit = 3;
#pragma parallel
  grid_call([](ref<const float, 0> v, ref<const float, 1> a, ref<float, 0> s) { store(s, sum(a(appyl::all)) + load(v)); },
            {1})(limit, x, total);
  std::printf("\n%g\n", static_cast<double>(total));
}

// A name that the kernel and the caller both have, and loops and conditions in the kernel.
static void names(view<const double, 2> x, view<double, 2> o) {
  const int n = 3;
  const auto kernel = [n](ref<const double, 2> o, ref<double, 2> x) {
    double i = 0;
    for (int j = 0; j < n; ++j) i += j;
    if (appyl::program_id(0) % 2 == 0)
      x(appyl::all, appyl::all) = o(appyl::all, appyl::all) + i;
    else
      x(appyl::all, appyl::all) = 0.0 - o(appyl::all, appyl::all);
  };
#pragma parallel
  grid_call(kernel, {appyl::cdiv(x.extent(0), 4)}, {BlockSpec{{4, x.extent(1)}, [](int i) { return std::array{i, 0}; }}},
            {BlockSpec{{4, o.extent(1)}, [](int i) { return std::array{i, 0}; }}})(x, o);
}

int main() {
  programIds();
  numbers();
  maps(8, 10);
  maps(12, 7);
  maps(1, 1);
  fused<float>();
  fused<double>();
  accesses(16);
  std::vector<double> x(7 * 3), o(7 * 3);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<double>(k);
  names(view<const double, 2>(x.data(), 7, 3), view<double, 2>(o.data(), 7, 3));
  for (const double each : o) std::printf("%g ", each);
  std::puts("");
}
