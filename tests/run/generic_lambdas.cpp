// Loops in generic lambdas. Their call operators could be evaluated by a compiler for all it knows, which
// does not make them 'constexpr'.
// targets: openmp interpret
// flags: -std=c++20
#include <cstdio>
#include <span>
#include <vector>

int main() {
  std::vector<double> d(100, 3);
  const auto apply = [](std::vector<double>& v, auto f) {
#pragma parallel
    for (int i = 0; i < static_cast<int>(v.size()); ++i) v[i] = f(v[i]);
  };
  const auto add = []<class T>(std::span<T> v, T k) {
#pragma parallel
    for (int i = 0; i < static_cast<int>(v.size()); ++i) v[i] += k;
  };
  const auto twice = [](auto* v, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] *= 2;
  };
  auto captured = [&d](auto k) mutable noexcept -> void {
#pragma parallel block(8)
    for (int i = 0; i < static_cast<int>(d.size()); ++i) d[i] += k * i;
  };
  apply(d, [](double x) { return x / 4; });
  apply(d, [](float x) { return x + 2; });
  add(std::span<double>(d), 3.0);
  twice(d.data(), 50);
  captured(3);
  captured(3.5);
  for (const double x : d) std::printf("%g ", x);
  std::printf("\n");
}
