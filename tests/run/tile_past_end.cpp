// Tiles that lose lanes in the last block of a loop: their lanes behind its end are summed, not seen, or stored.
// flags: -std=c++20 -Iinclude
// run: 1 0
// run: 1 3
// run: 13 0
// run: 13 3
// run: 16 3
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int B = 8;
void summed(view<const float, 2> x, view<float, 1> y, view<float, 1> z, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const int first = i;
    tile<float, 1> l = full(2.0f, B);
    for (int k = 0; k < m; ++k) l = l * 0.5f + x(slice(i, B), k) + float(first);
    y(slice(i, B)) = l;
    z(i / B) = sum(l);
  }
}
void ended(view<const float, 2> x, view<float, 1> y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const int first = i;
    tile<float, 1> l = full(2.0f, B);
    for (int k = 0; k < m; ++k) l = l * 0.5f + x(slice(i, B), k) + float(first);
    y(slice(i, B)) = l;
  }
}
void stored(view<const float, 2> x, view<float, 1> y, view<float, 2> w, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const int first = i;
    tile<float, 1> l = full(2.0f, B);
    for (int k = 0; k < m; ++k) l = l * 0.5f + x(slice(i, B), k) + float(first);
    tile<float, 1> t = l * 2.0f;
    w(i / B, slice(B)) = t;
    y(slice(i, B)) = l + t;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 13, m = argc > 2 ? std::atoi(argv[2]) : 3;
  std::vector<float> x(3 * n), totals(B, -1), rows(B * B, -1), y(n, -1), y2(n, -1), y3(n, -1);
  for (int i = 0; i < 3 * n; ++i) x[i] = i % 7;
  const view<const float, 2> matrix(x.data(), n, 3);
  summed(matrix, y, totals, n, m);
  ended(matrix, y2, n, m);
  stored(matrix, y3, view<float, 2>(rows.data(), B, B), n, m);
  for (const auto* each : {&y, &totals, &y2, &y3, &rows})
    for (const float value : *each) std::printf("%g ", value);
  std::printf("\n");
}
