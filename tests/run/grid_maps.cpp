// flags: -std=c++20
// Index maps of several statements, and blocks whose sizes are variables.
#include <appyl/grid.hpp>
#include <array>
#include <cstdio>
#include <tuple>
#include <vector>
using namespace appyl;

// Groups of heads share keys.
void addKeys(view<const int, 2> q, view<const int, 2> k, view<int, 2> o, int group) {
#pragma parallel
  grid_call([](ref<const int, 1> a, ref<const int, 1> b, ref<int, 1> c) { c(appyl::all) = a(appyl::all) + b(appyl::all); },
            {q.extent(0)},
            {BlockSpec{{squeezed, 6}, [](int h) { return std::array{h, 0}; }},
             BlockSpec{{squeezed, 6}, [group](int h) {
               const int shared = h / group;
               return std::array{shared, 0};
             }}},
            {BlockSpec{{squeezed, 6}, [](int h) { return std::array{h, 0}; }}})(q, k, o);
}

int mirrored(int i) {
  const int last = 6;
  const int j = last - i;
  if (j > 4) return 2 * j - 3;
  if (j == 0) {
    return 9;
  } else {
    return j;
  }
}

void gather(view<const int, 1> s, view<int, 1> t) {
#pragma parallel
  grid_call([](ref<const int, 0> a, ref<int, 0> c) { c() = a() + 1; }, {7}, {BlockSpec{{squeezed}, mirrored}},
            {BlockSpec{{squeezed}, [](int i) {
               const auto place = i;
               return std::tuple(place);
             }}})(s, t);
}

// Pairs of the upper triangle, one after the other.
void triangle(view<const int, 2> x, view<int, 1> o) {
#pragma parallel
  grid_call([](ref<const int, 0> a, ref<int, 0> c) { c() = a(); }, {6},
            {BlockSpec{{squeezed, squeezed}, [](int p) {
               const int row = p < 3 ? 0 : p < 5 ? 1 : 2;
               const int column = p - row * (5 - row) / 2;
               return std::array{row, column};
             }}},
            {BlockSpec{{squeezed}, [](int p) { return p; }}})(x, o);
}

// `depth` is most often the extent of both arrays, but may be less.
void product(view<const int, 2> x, view<const int, 2> y, view<int, 2> o, int depth) {
  constexpr int B = 4;
#pragma parallel
  grid_call(
      [](ref<const int, 2> a, ref<const int, 2> b, ref<int, 2> c) {
        tile<int, 2> total = zeros<int>(B, B);
        for (int k = 0; k < a.extent(1); k += B) total += dot(a(appyl::all, ds(k, B)), b(ds(k, B), appyl::all));
        c(appyl::all, appyl::all) = total;
      },
      {cdiv(o.extent(0), B), cdiv(o.extent(1), B)},
      {BlockSpec{{B, depth}, [](int i, int) { return std::array{i, 0}; }},
       BlockSpec{{depth, B}, [](int, int j) { return std::array{0, j}; }}},
      {BlockSpec{{B, B}, [](int i, int j) { return std::array{i, j}; }}})(x, y, o);
}

void show(const char* name, const std::vector<int>& values) {
  std::printf("%s:", name);
  for (const int each : values) std::printf(" %d", each);
  std::printf("\n");
}

int main() {
  std::vector<int> q(48), k(12), o(48, -1), s(10), t(7), u(6);
  for (int i = 0; i < 48; ++i) q[i] = i * 3 % 11;
  for (int i = 0; i < 12; ++i) k[i] = 100 * i;
  for (int i = 0; i < 10; ++i) s[i] = i * i;
  addKeys({q.data(), 8, 6}, {k.data(), 2, 6}, {o.data(), 8, 6}, 4);
  show("keys", o);
  gather({s.data(), 10}, {t.data(), 7});
  show("gather", t);
  triangle({s.data(), 3, 3}, {u.data(), 6});
  show("triangle", u);
  for (const int depth : {4, 8, 6}) {
    std::vector<int> z(36, -1);
    product({q.data(), 6, 8}, {q.data(), 8, 6}, {z.data(), 6, 6}, depth);
    show("product", z);
  }
}
