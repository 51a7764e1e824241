// flags: -std=c++20
// Elements of blocks that stick out of their arrays, what helpers take by value, types of index maps.
#include <appyl/grid.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>
using namespace appyl;

void twice(view<const int, 1> x, view<int, 1> o) {
  const BlockSpec blocks{{4}, [](int i) { return i; }};
#pragma parallel
  grid_call(
      [](ref<const int, 1> a, ref<int, 1> r) {
        for (int i = 0; i < a.extent(0); ++i) r(i) = 2 * a(i);
      },
      {cdiv(x.extent(0), 4)}, {blocks}, {blocks})(x, o);
}

void rows(view<const int, 2> x, view<int, 2> o) {
  const BlockSpec s{{4, 4}, [](int i, int j) { return std::array{i, j}; }};
#pragma parallel
  grid_call(
      [](ref<const int, 2> a, ref<int, 2> r) {
        for (int i = 0; i < 4; ++i) r(i, appyl::all) = 2 * a(i, appyl::all);
      },
      {cdiv(x.extent(0), 4), cdiv(x.extent(1), 4)}, {s}, {s})(x, o);
}

void places(view<const int, 2> x, view<int, 2> o) {
  const BlockSpec s{{4, 4}, [](int i, int j) { return std::array{i, j}; }};
#pragma parallel
  grid_call(
      [](ref<const int, 2> a, ref<int, 2> r) {
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j)
            r(i, j) = 100 * static_cast<int>(program_id(0)) + 10 * static_cast<int>(program_id(1)) + a(i, j);
      },
      {cdiv(x.extent(0), 4), cdiv(x.extent(1), 4)}, {s}, {s})(x, o);
}

// A halo, from an array that has it.
void differences(view<const int, 1> x, view<int, 1> o) {
#pragma parallel
  grid_call(
      [](ref<const int, 1> a, ref<int, 1> r) {
        for (int i = 0; i < 4; ++i) {
          int total = 0;
          for (int d = 0; d < 3; ++d) total += (d + 1) * a(i + d);
          r(i) = total;
        }
      },
      {cdiv(o.extent(0), 4)}, {BlockSpec{{6}, [](int i) { return 4 * i; }, Unblocked{}}},
      {BlockSpec{{4}, [](int i) { return i; }}})(x, o);
}

// Single elements, in conditions, twice in one statement, masked, two outputs.
void single(view<const int, 1> x, view<int, 1> o, view<short, 1> p) {
  const BlockSpec blocks{{3}, [](int i) { return i; }};
#pragma parallel
  grid_call(
      [](ref<const int, 1> a, ref<int, 1> r, ref<short, 1> s) {
        r(0) = a(0);
        if (a(0) % 2 == 0)
          r(1) = 7;
        else
          r(1) += 5;
        ++r(2);
        for (int k = 2; k >= 0; --k) store(s, std::tuple(k), static_cast<short>(k + 1), k != 1);
      },
      {cdiv(o.extent(0), 3)}, {blocks}, {blocks, blocks})(x, o, p);
}

// Rows of a block of which the second one may not exist.
void pairs(view<const int, 2> x, view<int, 2> o) {
  const BlockSpec blocks{{2, 5}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call(
      [](ref<const int, 2> a, ref<int, 2> r) {
        r(0, appyl::all) = a(0, appyl::all) + 1;
        r(1, appyl::all) = a(1, appyl::all) + 2;
      },
      {cdiv(x.extent(0), 2)}, {blocks}, {blocks})(x, o);
}

void bump(ref<int, 1> r, int k) {
  k += 1;
  r(0) = k;
}
void scaled(ref<int, 1> r, float v) { r(2) = static_cast<int>(static_cast<double>(v) * 3000000001.0 - 300000000.0); }
void narrow(ref<int, 1> r, int v) { r(3) = v * 10; }
int digit(ref<const int, 1> r, int v) { return r(0) + v * 10; }

void helpers(view<const int, 1> x, view<int, 1> o) {
  const BlockSpec blocks{{5}, [](int i) { return i; }};
#pragma parallel
  grid_call(
      [](ref<const int, 1> a, ref<int, 1> r) {
        const double half = 1.5;
        int k = static_cast<int>(program_id(0));
        bump(r, k);
        r(1) = k;
        scaled(r, 0.1f);
        narrow(r, static_cast<int>(half) + k);
        r(4) = digit(a, static_cast<short>(70000 + k));
      },
      {2}, {blocks}, {blocks})(x, o);
}

// Loops whose ends are names.
void named(view<const int, 2> x, view<int, 2> o) {
  constexpr int B = 4;
  const int n = static_cast<int>(x.extent(1));
#pragma parallel
  grid_call(
      [=](ref<const int, 2> a, ref<int, 2> r) {
        const int lanes = B;
        for (int i = 0; i < B; ++i)
          for (int k = 0; k < n; ++k) r(i, k) = 3 * a(i, k);
        for (int i = 0; i < lanes; ++i) r(i, 0) -= a(i, 0);
      },
      {cdiv(x.extent(0), B)}, {BlockSpec{{B, n}, [](int i) { return std::array{i, 0}; }}},
      {BlockSpec{{B, n}, [](int i) { return std::array{i, 0}; }}})(x, o);
}

void wrapped(view<const int, 1> x, view<int, 1> o) {
#pragma parallel
  grid_call([](ref<const int, 0> a, ref<const int, 0> b, ref<int, 0> r) { r() = 10 * a() + b(); }, {o.extent(0)},
            {BlockSpec{{squeezed}, [](unsigned i) { return i - 1 > 5 ? 0 : i - 1; }},
             BlockSpec{{squeezed}, [](int i) { return std::max(i - 2, 0); }}},
            {BlockSpec{{squeezed}, [](int i) { return i; }}})(x, x, o);
}

void show(const char* name, const std::vector<int>& values) {
  std::printf("%s:", name);
  for (const int each : values) std::printf(" %d", each);
  std::printf("\n");
}

int main() {
  std::vector<int> x(36);
  for (int i = 0; i < 36; ++i) x[i] = i * 7 % 23;
  for (const int n : {10, 8, 3}) {
    std::vector<int> o(36, -1);
    twice({x.data(), n}, {o.data(), n});
    show("twice", o);
    std::vector<int> shorter(36, -1);  // what no array has is not read
    twice({x.data(), n}, {shorter.data(), n - 1});
    show("shorter", shorter);
    std::vector<int> d(36, -1);
    differences({x.data(), n + 2}, {d.data(), n});
    show("differences", d);
  }
  for (const int n : {5, 4, 1}) {
    std::vector<int> o(36, -1), p(36, -1), r(36, -1);
    rows({x.data(), n, 5}, {o.data(), n, 5});
    show("rows", o);
    std::vector<int> q(n * 5, -1);
    named({x.data(), n, 5}, {q.data(), n, 5});
    show("named", q);
    places({x.data(), n, 5}, {p.data(), n, 5});
    show("places", p);
    pairs({x.data(), n, 5}, {r.data(), n, 5});
    show("pairs", r);
  }
  for (const int n : {7, 8, 9}) {
    std::vector<int> o(12, 100);
    std::vector<short> p(12, -1);
    single({x.data(), n}, {o.data(), n}, {p.data(), n});
    show("single", o);
    show("single", std::vector<int>(p.begin(), p.end()));
  }
  std::vector<int> h(12, -1), w(8, -1);
  helpers({x.data(), 10}, {h.data(), 10});
  show("helpers", h);
  wrapped({x.data(), 8}, {w.data(), 8});
  show("wrapped", w);
}
