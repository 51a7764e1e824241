// References in front of a nest to rows that an index tells apart, which stays until the nest has run; and what
// functions hand out by a constant.
// targets: openmp interpret
#include "print.h"
#include <array>
#include <vector>

using Row = std::vector<int>;

static void steps(std::vector<Row>& rows, int n) {
  for (int t = 0; t + 1 < static_cast<int>(rows.size()); ++t) {
    auto& now = rows[t];
    auto& next = rows[t + 1];
    now[0] = t;
#pragma parallel
    for (int i = 1; i < n; ++i) next[i] = now[i - 1] + next[i];
  }
}

static void toggled(std::array<Row, 2>& rows, int n, int count) {
  int current = 0;
  for (int t = 0; t < count; ++t) {
    Row& now = rows[current];
    Row& next = rows[1 - current];
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = (now[i - 1] + now[i + 1]) % 1000;
    current = 1 - current;
  }
}

struct Ring {
  std::array<Row, 2> rows;
  int head = 0, steps = 0;
  Row& now() { return rows[head]; }
  Row& next() { return rows[1 - head]; }
  void turn() { head = 1 - head; }
  void step(int n) {
    auto& c = now();
    auto& x = next();
    ++steps;
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = (c[i - 1] * 3 + 1) % 1000;
    turn();
  }
};

enum class Part { Mass, Speed, Force };

struct Parts {
  Row mass, speed, force;
  int* of(Part part) {
    switch (part) {
      case Part::Mass: return mass.data();
      case Part::Speed: return speed.data();
      case Part::Force: break;
    }
    return force.data();
  }
  Row& at(int k) {
    if (k == 0) return mass;
    return k == 1 ? speed : force;
  }
  void step(int n) {
    const int* f = of(Part::Force);
    int* v = of(Part::Speed);
#pragma parallel
    for (int i = 1; i < n; ++i) v[i] += f[i - 1];
    const Row& m = at(0);
    Row& g = at(2);
#pragma parallel
    for (int i = 1; i < n; ++i) g[i] = m[i - 1] - v[i];
  }
};

int main() {
  for (int n : {0, 1, 2, 37, 140}) {
    std::vector<Row> rows(4, Row(140));
    for (auto& row : rows) fill(row.data(), row.size(), 1);
    steps(rows, n);
    for (auto& row : rows) print("steps", row.data(), row.size());

    Ring ring;
    for (auto& row : ring.rows) row.resize(140), fill(row.data(), row.size(), 2);
    toggled(ring.rows, n, 5);
    for (int t = 0; t < 3; ++t) ring.step(n);
    for (auto& row : ring.rows) print("ring", row.data(), row.size());

    Parts parts;
    for (int k = 0; k < 3; ++k) parts.at(k).resize(140), fill(parts.at(k).data(), 140, k + 3);
    parts.step(n);
    for (int k = 0; k < 3; ++k) print("parts", parts.at(k).data(), 140);
  }
}
