// flags: -std=c++20
// Calls over batches.
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <numeric>
#include <optional>
#include <vector>
using namespace appyl;

int main() {
  std::vector<float> x(3 * 8 * 4), w(4), o(3 * 8 * 4), t(8 * 3 * 4), p(2 * 3 * 8);
  std::iota(x.begin(), x.end(), 0.0f);
  std::iota(w.begin(), w.end(), 1.0f);
  const BlockSpec rows{{2, 4}, [](int i) { return std::array{i, 0}; }};
  const auto scale = grid_call(
      [](ref<const float, 2> a, ref<const float, 1> g, ref<float, 2> b) {
        b(appyl::all, appyl::all) = a(appyl::all, appyl::all) * g(appyl::all) + static_cast<float>(program_id(0));
      },
      {4, {rows, BlockSpec{}}, {rows}});
  const view<const float, 3> in(x.data(), 3, 8, 4), across(x.data(), 8, 3, 4);
#pragma parallel
  vmap(scale, {0, std::nullopt})(in, w, view<float, 3>(o.data(), 3, 8, 4));
#pragma parallel
  vmap(scale, {1, std::nullopt})(across, w, view<float, 3>(t.data(), 3, 8, 4));
  const auto sums = vmap(vmap(grid_call([](ref<const float, 1> a, ref<float, 0> s) { store(s, sum(a(appyl::all)) * static_cast<float>(num_programs(0))); }, {1}), 0), 0);
#pragma parallel
  sums(view<const float, 3>(x.data(), 3, 8, 4), view<float, 2>(p.data(), 3, 8));
  double total = 0;
  for (std::size_t k = 0; k < o.size(); ++k) total += static_cast<double>(o[k]) * static_cast<double>(k % 5) + static_cast<double>(t[k]) * static_cast<double>(k % 7);
  for (std::size_t k = 0; k < p.size(); ++k) total += static_cast<double>(p[k]) * static_cast<double>(k % 3);
  std::printf("%.6e\n", total);
}
