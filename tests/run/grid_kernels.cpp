// flags: -std=c++20
// Kernels of real work as grid calls: filters with halo, rows, batches, histograms, products, attention.
#include <appyl/grid.hpp>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>
using namespace appyl;

// 3 x 3 convolution with halo: blocks of the padded input overlap.
void convolve(view<const float, 2> in, view<const float, 2> weights, view<float, 2> out) {
  constexpr int B = 16;
  const BlockSpec halo{{B + 2, B + 2}, [](int i, int j) { return std::array{i * B, j * B}; }, Unblocked{}};
#pragma parallel
  grid_call(
      [](ref<const float, 2> x, ref<const float, 2> w, ref<float, 2> o) {
        tile<float, 2> sum = zeros<float>(B, B);
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q) sum += x(ds(p, B), ds(q, B)) * w(p, q);
        o(appyl::all, appyl::all) = sum;
      },
      {cdiv(out.extent(0), B), cdiv(out.extent(1), B)}, {halo, BlockSpec{}},
      {BlockSpec{{B, B}, [](int i, int j) { return std::array{i, j}; }}})(in, weights, out);
}

void blur(view<const float, 2> in, view<float, 2> out) {
  constexpr int B = 16;
#pragma parallel
  grid_call(
      [](ref<const float, 2> x, ref<float, 2> o) {
        o(appyl::all, appyl::all) = 0.25f * (x(slice(B), ds(1, B)) + x(ds(2, B), ds(1, B)) + x(ds(1, B), slice(B)) + x(ds(1, B), ds(2, B)));
      },
      {cdiv(out.extent(0), B), cdiv(out.extent(1), B)},
      {BlockSpec{{B + 2, B + 2}, [](int i, int j) { return std::array{i * B, j * B}; }, Unblocked{}}},
      {BlockSpec{{B, B}, [](int i, int j) { return std::array{i, j}; }}})(in, out);
}

void softmax(view<const float, 2> x, view<float, 2> o) {
#pragma parallel
  grid_call(
      [](ref<const float, 1> row, ref<float, 1> result) {
        const float greatest = max(row(appyl::all));
        const float total = sum(exp(row(appyl::all) - greatest));
        result(appyl::all) = exp(row(appyl::all) - greatest) / total;
      },
      {x.extent(0)}, {BlockSpec{{squeezed, x.extent(1)}, [](int i) { return std::array{i, 0}; }}},
      {BlockSpec{{squeezed, x.extent(1)}, [](int i) { return std::array{i, 0}; }}})(x, o);
}

template <class T>
void rmsNorm(view<const T, 2> x, view<const T, 1> gain, view<T, 2> o) {
  const BlockSpec row{{squeezed, x.extent(1)}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call(
      [](ref<const T, 1> a, ref<const T, 1> g, ref<T, 1> b) {
        const T scale = T(1) / std::sqrt(sum(a(appyl::all) * a(appyl::all)) / static_cast<T>(a.extent(0)) + T(1e-5));
        b(appyl::all) = a(appyl::all) * scale * g(appyl::all);
      },
      {x.extent(0)}, {row, BlockSpec{}}, {row})(x, gain, o);
}

// Pairs (x[k], x[k + half]) turned by an angle.
void rotary(view<const float, 2> x, view<const float, 2> cosines, view<const float, 2> sines, view<float, 2> o) {
  constexpr int half = 8;
  const BlockSpec row{{squeezed, 2 * half}, [](int i) { return std::array{i, 0}; }};
  const BlockSpec angles{{squeezed, half}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call(
      [](ref<const float, 1> a, ref<const float, 1> c, ref<const float, 1> s, ref<float, 1> b) {
        tile<float, 1> low = a(ds(0, half)), high = a(ds(half, half));
        b(ds(0, half)) = low * c(appyl::all) - high * s(appyl::all);
        b(ds(half, half)) = low * s(appyl::all) + high * c(appyl::all);
      },
      {x.extent(0)}, {row, angles, angles}, {row})(x, cosines, sines, o);
}

// L x = b for a batch of lower triangles.
void solve(view<const double, 3> lower, view<const double, 2> b, view<double, 2> x) {
  const auto n = b.extent(1);
#pragma parallel
  grid_call(
      [](ref<const double, 2> l, ref<const double, 1> right, ref<double, 1> result) {
        for (int i = 0; i < right.extent(0); ++i) {
          double sum = right(i);
          for (int k = 0; k < i; ++k) sum -= l(i, k) * result(k);
          result(i) = sum / l(i, i);
        }
      },
      {b.extent(0)}, {BlockSpec{{squeezed, n, n}, [](int i) { return std::array{i, 0, 0}; }}, BlockSpec{{squeezed, n}, [](int i) { return std::array{i, 0}; }}},
      {BlockSpec{{squeezed, n}, [](int i) { return std::array{i, 0}; }}})(lower, b, x);
}

void histogram(view<const int, 1> values, view<int, 1> bins) {
  constexpr int B = 64;
#pragma parallel
  grid_call(
      [](ref<const int, 1> v, ref<int, 1> h) {
        for (int k = 0; k < B; ++k) atomic_add(h(v(k)), 1);
      },
      {values.extent(0) / B}, {BlockSpec{{B}, [](int i) { return i; }}}, {BlockSpec{}})(values, bins);
}

// The two largest of each row.
void topTwo(view<const float, 2> x, view<float, 2> values, view<int, 2> places) {
#pragma parallel
  grid_call(
      [](ref<const float, 1> row, ref<float, 1> v, ref<int, 1> p) {
        int first = -1, second = -1;
        for (int k = 0; k < row.extent(0); ++k) {
          if (first < 0 || row(k) > row(first)) {
            second = first;
            first = k;
          } else if (second < 0 || row(k) > row(second)) {
            second = k;
          }
        }
        v(0) = row(first), v(1) = row(second);
        p(0) = first, p(1) = second;
      },
      {x.extent(0)}, {BlockSpec{{squeezed, x.extent(1)}, [](int i) { return std::array{i, 0}; }}},
      {BlockSpec{{squeezed, 2}, [](int i) { return std::array{i, 0}; }}, BlockSpec{{squeezed, 2}, [](int i) { return std::array{i, 0}; }}})(x, values, places);
}

void splitK(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  constexpr int BM = 16, BN = 16, BK = 32;
#pragma parallel
  grid_call(
      [](ref<const float, 2> x, ref<const float, 2> y, ref<float, 2> o) { atomic_add(o(appyl::all, appyl::all), dot(x(appyl::all, appyl::all), y(appyl::all, appyl::all))); },
      {cdiv(c.extent(0), BM), cdiv(c.extent(1), BN), cdiv(a.extent(1), BK)},
      {BlockSpec{{BM, BK}, [](int i, int, int k) { return std::array{i, k}; }}, BlockSpec{{BK, BN}, [](int, int j, int k) { return std::array{k, j}; }}},
      {BlockSpec{{BM, BN}, [](int i, int j, int) { return std::array{i, j}; }}})(a, b, c);
}

// Attention over blocks of keys with a running maximum.
void attention(view<const float, 2> q, view<const float, 2> k, view<const float, 2> v, view<float, 2> o) {
  constexpr int B = 16, D = 32;
#pragma parallel
  grid_call(
      [](ref<const float, 2> queries, ref<const float, 2> keys, ref<const float, 2> values, ref<float, 2> out) {
        tile<float, 2> acc = zeros<float>(B, D);
        tile<float, 2> total = zeros<float>(B, 1), greatest = full(-1e30f, B, 1);
        for (int at = 0; at < keys.extent(0); at += B) {
          tile<float, 2> s = dot(queries(appyl::all, appyl::all), transpose(keys(ds(at, B), appyl::all)));
          tile<float, 2> next = maximum(greatest, reshape(max(s, 1), B, 1));
          tile<float, 2> p = exp(s - next);
          tile<float, 2> scale = exp(greatest - next);
          total = total * scale + reshape(sum(p, 1), B, 1);
          acc = acc * scale + dot(p, values(ds(at, B), appyl::all));
          greatest = next;
        }
        out(appyl::all, appyl::all) = acc / total;
      },
      {cdiv(q.extent(0), B)},
      {BlockSpec{{B, D}, [](int i) { return std::array{i, 0}; }}, BlockSpec{{k.extent(0), D}, [](int) { return std::array{0, 0}; }},
       BlockSpec{{v.extent(0), D}, [](int) { return std::array{0, 0}; }}},
      {BlockSpec{{B, D}, [](int i) { return std::array{i, 0}; }}})(q, k, v, o);
}

template <class V>
static void report(const char* name, const V& values) {
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) sum += static_cast<double>(values[k]) * static_cast<double>(1 + k % 7);
  std::printf("~ %s %.5e\n", name, sum);
}

int main() {
  const int m = 48, n = 64;
  std::vector<float> x((m + 2) * (n + 2)), w(9), o(m * n), y(64 * 64), z(64 * 64);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<float>((k * 7) % 29) / 8;
  for (std::size_t k = 0; k < y.size(); ++k) y[k] = static_cast<float>((k * 5) % 23) / 16;
  for (std::size_t k = 0; k < w.size(); ++k) w[k] = static_cast<float>(k) / 4;
  convolve(view<const float, 2>(x.data(), m + 2, n + 2), view<const float, 2>(w.data(), 3, 3), view<float, 2>(o.data(), m, n));
  report("convolve", o);
  blur(view<const float, 2>(x.data(), m + 2, n + 2), view<float, 2>(o.data(), m, n));
  report("blur", o);
  blur(view<const float, 2>(x.data(), m + 1, n), view<float, 2>(o.data(), m - 1, n - 2));
  report("blur", o);
  softmax(view<const float, 2>(x.data(), m, n), view<float, 2>(o.data(), m, n));
  report("softmax", o);
  rmsNorm<float>(view<const float, 2>(x.data(), m, n), view<const float, 1>(y.data(), n), view<float, 2>(o.data(), m, n));
  report("rmsNorm", o);
  rotary(view<const float, 2>(x.data(), m, 16), view<const float, 2>(y.data(), m, 8), view<const float, 2>(y.data() + 700, m, 8), view<float, 2>(o.data(), m, 16));
  report("rotary", o);
  std::vector<double> l(5 * 9 * 9), b(5 * 9), r(5 * 9);
  for (std::size_t k = 0; k < l.size(); ++k) l[k] = 2 + static_cast<double>(k % 5);
  for (std::size_t k = 0; k < b.size(); ++k) b[k] = static_cast<double>(k % 11);
  solve(view<const double, 3>(l.data(), 5, 9, 9), view<const double, 2>(b.data(), 5, 9), view<double, 2>(r.data(), 5, 9));
  report("solve", r);
  std::vector<int> v(1024), bins(10), places(2 * m);
  for (std::size_t k = 0; k < v.size(); ++k) v[k] = static_cast<int>((k * k) % 10);
  histogram(v, bins);
  report("histogram", bins);
  topTwo(view<const float, 2>(x.data(), m, n), view<float, 2>(o.data(), m, 2), view<int, 2>(places.data(), m, 2));
  report("topTwo", places);
  splitK(view<const float, 2>(x.data(), 48, 64), view<const float, 2>(y.data(), 64, 40), view<float, 2>(z.data(), 48, 40));
  report("splitK", z);
  attention(view<const float, 2>(x.data(), 48, 32), view<const float, 2>(y.data(), 64, 32), view<const float, 2>(y.data(), 64, 32), view<float, 2>(o.data(), 48, 32));
  report("attention", o);
}
