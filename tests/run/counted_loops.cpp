// Loops that count in other words: range-based ones, iterators, several declarations, braces, negated conditions.
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

struct Cell {
  float value;
  int kind;
};

struct Grid {
  std::vector<Cell> cells;
  float rows[4][3];
  void step() {
#pragma parallel
    for (Cell& cell : cells) {
      cell.value *= 2;
      cell.kind += 1;
    }
#pragma parallel
    for (auto& [value, kind] : this->cells) value += float(kind);
  }
};

static void twice(std::vector<float>& v) {
#pragma parallel
  for (float& x : v) x = 2 * x + 1;
}

static long total(const std::vector<int>& v) {
  long s = 0;
#pragma parallel reduction(+ : s)
  for (const int x : v) s += x;
  return s;
}

template <class T>
void shift(std::vector<T>& v, T by) {
#pragma parallel
  for (auto& x : v) {
    if (x > 3) continue;
    x += by;
  }
}

static void nested(std::vector<float>& v, std::array<float, 5>& weights) {
#pragma parallel
  for (float& x : v) {
    float sum = 0;
    for (const float w : weights) sum += w * x;
    x = sum;
  }
#pragma parallel
  for (auto it = v.begin(); it != v.end(); ++it) *it = 2 * *it + 1;
}

static void pointed(std::vector<Cell>& cells) {
#pragma parallel
  for (auto it = std::begin(cells); it < std::end(cells); it++) {
    it->value = it->value + float((*it).kind);
    it->kind = 0;
  }
}

static void declared(std::vector<float>& v, int begin) {
#pragma parallel
  for (int i = begin, n = static_cast<int>(v.size()); i < n; ++i) v[i] = 2 * v[i] + 1;
  if (begin > 0)
#pragma parallel
    for (std::size_t k{}, end = v.size(), two = 2; k < end; k += 1) v[k] /= float(two);
#pragma parallel
  for (std::size_t i{}; i < v.size(); ++i) v[i] += 1;
#pragma parallel
  for (int i{1}; i < 60; i += 2) v[i] -= 3;
}

static void negated(std::vector<float>& v, int n, unsigned m) {
#pragma parallel
  for (int i = 0; !(i >= n); ++i) v[i] += 1;
#pragma parallel
  for (unsigned i = m; !(i == 0u); --i) v[i] *= 3;
#pragma parallel
  for (int i = n - 1; !(i < 0); --i) v[i] -= 2;
}

int main() {
  Grid grid;
  for (int i = 0; i < 100; ++i) grid.cells.push_back({float(i % 7), i % 3});
  grid.step();
  std::vector<float> v(700);
  std::vector<int> w(900);
  for (int i = 0; i < 700; ++i) v[i] = float(i % 13);
  for (int i = 0; i < 900; ++i) w[i] = i % 31;
  twice(v);
  shift(v, 2.0f);
  shift(w, 5);
  std::array<float, 5> weights = {1, 2, 3, 4, 5};
  nested(v, weights);
  pointed(grid.cells);
  declared(v, 0);
  declared(v, 3);
  negated(v, 70, 69);
  std::vector<float> none;
  twice(none);
  declared(none = std::vector<float>(61), 61);
  double s = double(total(w));
  for (int i = 0; i < 700; ++i) s += double(v[i]) * (i % 3);
  for (const Cell& each : grid.cells) s += double(each.value) * 3 + each.kind;
  std::printf("%.2f\n", s);
}
