// Causal attention: masks of rows and columns that begin at the program's block, tiles of which the last program has
// a part, loops that end with the program's own block.
// flags: -std=c++20 -Iinclude
// run: 0
// run: 1
// run: 37
// run: 48
#include <appyl/grid.hpp>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;

constexpr int BQ = 16, BK = 16, D = 8;
// Scores of later keys are masked.
void causal(view<const float, 2> q, view<const float, 2> k, view<const float, 2> v, view<float, 2> out) {
  const int n = static_cast<int>(q.extent(0));
  const auto kernel = [=](ref<const float, 2> qb, ref<const float, 2> kb, ref<const float, 2> vb, ref<float, 2> ob) {
    const int first = program_id(0) * BQ;
    tile<float, 2> acc = zeros<float>(BQ, D);
    tile<float, 1> m = full(-1e30f, BQ);
    tile<float, 1> l = zeros<float>(BQ);
    const tile<float, 2> query = qb(appyl::all, appyl::all);
    for (int at = 0; at < n; at += BK) {
      tile<float, 2> s = dot(query, transpose(kb(ds(at, BK), appyl::all)));
      const auto rows = reshape(arange<int>(BQ) + first, BQ, 1);
      const auto cols = reshape(arange<int>(BK) + at, 1, BK);
      s = where(rows >= cols, s, -1e30f);
      const tile<float, 1> mNew = maximum(m, max(s, 1));
      const tile<float, 2> p = exp(s - reshape(mNew, BQ, 1));
      const tile<float, 1> scale = exp(m - mNew);
      l = l * scale + sum(p, 1);
      acc = acc * reshape(scale, BQ, 1) + dot(p, vb(ds(at, BK), appyl::all));
      m = mNew;
    }
    ob(appyl::all, appyl::all) = acc / reshape(l, BQ, 1);
  };
#pragma parallel
  grid_call(kernel, {cdiv(n, BQ)},
            {BlockSpec{{BQ, D}, [](int i) { return std::array{i, 0}; }}, BlockSpec{}, BlockSpec{}},
            {BlockSpec{{BQ, D}, [](int i) { return std::array{i, 0}; }}})(q, k, v, out);
}
// Blocks of keys up to those of the queries, masked behind the end.
void causalByMasks(view<const float, 2> q, view<const float, 2> k, view<const float, 2> v, view<float, 2> out) {
  const int n = static_cast<int>(q.extent(0));
  const auto kernel = [=](ref<const float, 2> qb, ref<const float, 2> kb, ref<const float, 2> vb, ref<float, 2> ob) {
    const int first = program_id(0) * BQ;
    tile<float, 2> acc = zeros<float>(BQ, D);
    tile<float, 1> m = full(-1e30f, BQ);
    tile<float, 1> l = zeros<float>(BQ);
    for (int at = 0; at < first + BQ; at += BK) {
      const auto rows = reshape(arange<int>(BQ) + first, BQ, 1);
      const auto cols = reshape(arange<int>(BK) + at, 1, BK);
      const auto keep = rows >= cols && cols < n;
      const auto keys = load(kb, std::tuple(ds(at, BK), ds(0, D)), reshape(arange<int>(BK) + at, BK, 1) < n, 0.0f);
      const auto vals = load(vb, std::tuple(ds(at, BK), ds(0, D)), reshape(arange<int>(BK) + at, BK, 1) < n, 0.0f);
      const tile<float, 2> s = where(keep, dot(qb(appyl::all, appyl::all), transpose(keys)), -1e30f);
      const tile<float, 1> mNew = maximum(m, max(s, 1));
      const tile<float, 2> p = exp(s - reshape(mNew, BQ, 1));
      const tile<float, 1> scale = exp(m - mNew);
      l = l * scale + sum(p, 1);
      acc = acc * reshape(scale, BQ, 1) + dot(p, vals);
      m = mNew;
    }
    ob(appyl::all, appyl::all) = acc / reshape(l, BQ, 1);
  };
#pragma parallel
  grid_call(kernel, {cdiv(n, BQ)},
            {BlockSpec{{BQ, D}, [](int i) { return std::array{i, 0}; }}, BlockSpec{}, BlockSpec{}},
            {BlockSpec{{BQ, D}, [](int i) { return std::array{i, 0}; }}})(q, k, v, out);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37;
  const std::size_t all = static_cast<std::size_t>(n) * D;
  std::vector<float> q(all), k(all), v(all), o(all), o2(all);
  for (std::size_t i = 0; i < all; ++i) q[i] = i % 7 * 0.1f, k[i] = i % 5 * 0.2f, v[i] = i % 11;
  using Matrix = view<const float, 2>;
  causal(Matrix(q.data(), n, D), Matrix(k.data(), n, D), Matrix(v.data(), n, D), view<float, 2>(o.data(), n, D));
  causalByMasks(Matrix(q.data(), n, D), Matrix(k.data(), n, D), Matrix(v.data(), n, D), view<float, 2>(o2.data(), n, D));
  double off = 0, off2 = 0;
  for (int i = 0; i < n; ++i) {
    std::vector<double> s(i + 1);
    double greatest = -1e30, total = 0;
    for (int j = 0; j <= i; ++j) {
      for (int d = 0; d < D; ++d) s[j] += static_cast<double>(q[i * D + d]) * k[j * D + d];
      greatest = std::max(greatest, s[j]);
    }
    for (double& each : s) total += each = std::exp(each - greatest);
    for (int d = 0; d < D; ++d) {
      double wanted = 0;
      for (int j = 0; j <= i; ++j) wanted += s[j] * v[j * D + d] / total;
      off = std::max(off, std::abs(wanted - o[i * D + d]));
      off2 = std::max(off2, std::abs(wanted - o2[i * D + d]));
    }
  }
  std::printf("%d %s %s\n", n, off < 1e-4 ? "right" : "wrong", off2 < 1e-4 ? "right" : "wrong");
}
