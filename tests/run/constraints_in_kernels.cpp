// Concepts in the heads of templates and of constrained `auto`, and names of unnamed namespaces inside named ones.
// flags: -std=c++20
#include <concepts>
#include <cstdio>
#include <vector>

namespace num {
template <class T>
concept Real = std::floating_point<T>;
template <class T, class U>
concept Same = std::same_as<T, U>;
namespace {
double table[50];
constexpr int shift = 3;
struct Pair {
  double a, b;
};
Pair pairs[50];
}  // namespace
}  // namespace num

static void constrained(const num::Real auto& k, int n, double* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = k * i + num::shift + num::table[i] + num::pairs[i].b;
}

template <num::Real T, num::Same<int> S>
static void inHead(T k, S n, double* y) {
#pragma parallel
  for (S i = 0; i < n; ++i) y[i] += k * i;
}

template <std::integral T>
static void fromLibrary(T n, double* y) {
#pragma parallel
  for (T i = 0; i < n; ++i) y[i] += double(i) / 2;
}

static double sum(std::same_as<double> auto s, int n, const double* y) {
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += y[i];
  return s;
}

int main() {
#pragma parallel
  for (int i = 0; i < 50; ++i) num::table[i] = i * i;
  for (int i = 0; i < 50; ++i) num::pairs[i] = {1. * i, 2. * i};
  std::vector<double> y(50);
  constrained(2.5, 50, y.data());
  inHead(1.5f, 50, y.data());
  fromLibrary(50L, y.data());
  std::printf("%g %g %g\n", y[1], y[49], sum(1.0, 50, y.data()));
}
