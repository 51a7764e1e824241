// What an element is taken apart to in front of the loop is that element.
#include <array>
#include <utility>
#include <vector>

struct Pair {
  double first, second;
};

void writes(Pair* p, int n) {
  auto& [a, b] = p[0];
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].first = a + i;  // error: [appyl-race] reads p[0].first, which iteration i = 0 writes
}

void writesAnother(Pair* p, int n) {
  auto& [a, b] = p[0];
#pragma parallel
  for (int i = 0; i < n; ++i) p[i].second = a + i;
}

void reads(double (&m)[3][2], double* y, int n) {
  auto& [a, b] = m[1];
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = a * b;
}

void readsOfArray(std::array<double, 2>* c, double* y, int k, int n) {
  auto& [u, v] = c[k];
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = u + v * i;
}

void readsOfPair(const std::vector<std::pair<int, double>>& g, double* y, int n) {
  const auto& [k, w] = g[0];
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = k * w;
}
