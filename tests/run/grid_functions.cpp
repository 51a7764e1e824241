// flags: -std=c++20
// Kernels that end early, that call functions with their refs, and that are function objects or templates.
#include <appyl/grid.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace appyl;

static float rowTotal(ref<const float, 2> a, int row) { return sum(a(row, appyl::all)); }
static void fill(ref<float, 2> o, float value, int from) {
  for (int k = from; k < 2; ++k) o(k, appyl::all) = value;
}
template <class In, class Out>
static void scale(const In& in, const Out& out, float factor) {
  out(appyl::all, appyl::all) = in(appyl::all, appyl::all) * factor;
}
struct Sums {
  void operator()(ref<const float, 2> a, ref<float, 1> o) const {
    o(0) = rowTotal(a, 0) + rowTotal(a, 1);
  }
};
struct Shifted {
  template <class T>
  void operator()(ref<const T, 1> a, ref<T, 1> o) const {
    o(appyl::all) = a(appyl::all) + T(2);
  }
};
template <class T, int N>
void plusN(ref<const T, 1> a, ref<T, 1> o) {
  tile<T, 1> x = a(appyl::all);
  o(appyl::all) = x + static_cast<T>(N);
}

static void print(const std::vector<float>& values) {
  for (const float each : values) std::printf("%g ", static_cast<double>(each));
  std::puts("");
}

int main() {
  std::vector<float> x(8 * 6), o(8 * 6, -1.0f), s(4);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<float>(k % 13);
  const view<const float, 2> in(x.data(), 8, 6);
  const view<float, 2> out(o.data(), 8, 6);
  const BlockSpec rows{{2, 6}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call([](ref<const float, 2> a, ref<float, 2> b) {
    if (program_id(0) == 1) return;
    fill(b, a(0, 1) + 1, 1);
    if (program_id(0) > 2) {
      return;
    }
    b(0, appyl::all) = a(1, appyl::all);
  }, {4, {rows}, {rows}})(in, out);
  print(o);
#pragma parallel
  grid_call([](ref<const float, 2> a, ref<float, 2> b) { scale(a, b, 3.0f); }, {4, {rows}, {rows}})(in, out);
  print(o);
#pragma parallel
  grid_call(Sums{}, {4, {rows}, {BlockSpec{{1}, [](int i) { return i; }}}})(in, s);
  print(s);
  const BlockSpec blocks{{5}, [](int i) { return i; }};
#pragma parallel
  grid_call(plusN<float, 3>, {cdiv(x.size(), 5), {blocks}, {blocks}})(x, o);
  print(o);
#pragma parallel
  grid_call(Shifted(), {cdiv(x.size(), 5), {blocks}, {blocks}})(view<const float>(x), view<float>(o));
  print(o);
}
