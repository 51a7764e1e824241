// Parts of a copy that a structured binding names, and what a lambda brings with it: each iteration's own.
// targets: openmp interpret
#include <array>
#include <cstdio>
#include <tuple>
#include <utility>
#include <vector>

static std::pair<int, std::array<double, 2>> cell(double x) { return {static_cast<int>(x), {x, 1 - x}}; }

static void parts(const std::vector<double>& x, std::vector<double>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto [at, w] = cell(x[i]);
    w[0] *= 2;
    at += 1;
    y[i] = w[0] + w[1] + at;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto [first, second, third] = std::make_tuple(i, x[i], 2.0f);
    second += first;
    third *= 2;
    y[i] += second * third;
  }
}

static void captures(std::vector<unsigned>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    unsigned seed = i + 1;
    auto next = [state = seed]() mutable {
      state = state * 1664525u + 1013904223u;
      return state >> 16;
    };
    y[i] = next() + next();
  }
}

int main() {
  const int n = 100;
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = 0.25 * i;
  parts(x, y, n);
  std::vector<unsigned> z(n);
  captures(z, n);
  for (int i = 0; i < n; ++i) std::printf("%g %u\n", y[i], z[i]);
}
