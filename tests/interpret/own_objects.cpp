// Temporaries, loop variables, parts of pairs, what lambdas bring with them: each iteration has its own, though
// they lie where those of the iteration before lay.
#include <array>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

struct Rng {
  unsigned state;
  double uniform() {
    state = state * 1664525u + 1013904223u;
    return state * 0x1p-32;
  }
};

struct Poly {
  double c[3];
  Poly& times(double s) {
    for (double& e : c) e *= s;
    return *this;
  }
  double at(double x) const { return c[0] + x * (c[1] + x * c[2]); }
};

class Sum {
 public:
  explicit Sum(double s) : total(s) {}
  Sum& add(double v) {
    total += v;
    return *this;
  }
  double value() const { return total; }

 private:
  double total;
};

static double first(std::array<double, 2>&& w) {
  w[0] *= 2;
  return w[0] + w[1];
}
static double sorted(Poly p) {
  p.c[0] += 1;
  return p.at(2);
}
static double drawn(int seed) { return Rng{static_cast<unsigned>(seed)}.uniform(); }

static void temporaries(std::vector<double>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = Rng{unsigned(i)}.uniform();
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += Poly{{1, 2, double(i)}}.times(3).at(2);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (i == 5) continue;
    y[i] += Sum(i).add(2).add(3).value();
  }
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += first({double(i), 2});
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += sorted({{1, 2, double(i)}});
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] += drawn(i);
}

struct Steps {  // for (int k : Steps{10, 3})
  struct iterator {
    int at, step;
    bool operator!=(const iterator& end) const { return at < end.at; }
    iterator& operator++() {
      at += step;
      return *this;
    }
    int operator*() const { return at; }
  };
  int n, step;
  iterator begin() const { return {0, step}; }
  iterator end() const { return {n, step}; }
};

static void variables(std::vector<int>& y, int n) {
  std::vector<std::array<int, 2>> pairs(n, {1, 2});
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (auto pair : pairs) {
      pair[0] += i;
      sum += pair[0] * pair[1];
    }
    y[i] = sum;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k : Steps{10, 3}) sum += k * i;
    y[i] += sum;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::optional<std::array<int, 2>> o;
    o.emplace();
    (*o)[0] = i;
    y[i] += (*o)[0];
  }
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (std::array<int, 2> c = {0, i}; c[0] < 3; ++c[0]) y[i] += c[1];
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (std::array<int, 2> q{i, 2}; q[0] > 3) {
      q[1] += 1;
      y[i] += q[1];
    }
}

static std::pair<int, std::array<double, 2>> cell(double x) { return {int(x), {x, 1 - x}}; }

static void parts(std::vector<double>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto [at, w] = cell(y[i]);
    w[0] *= 2;
    y[i] = w[0] + w[1] + at;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    unsigned seed = i + 1;
    auto next = [state = seed]() mutable {
      state = state * 1664525u + 1013904223u;
      return state >> 16;
    };
    y[i] += next() + next();
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto next = [state = std::array<int, 2>{i, 1}]() mutable {
      state[0] += state[1];
      return state[0];
    };
    y[i] += next() + next();
  }
}

// What the iterations share is shared beside all that.
static void shared(std::vector<double>& y, int n) {
  Rng outside{7};
  std::vector<Rng> own(n, outside);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Rng& rng = PLANTED ? outside : own[i];
    rng.state = i;  // finds: rng.state, written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
    y[i] += Rng{unsigned(i)}.uniform();
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int row[4] = {};
#pragma parallel
    for (int j = 0; j < 4; ++j) {
      if (j == 3) continue;
      row[j * (1 - PLANTED)] = j;  // finds: row[0], written by iteration i = 0, j = 0 of program (0), is written by another iteration; program (0), i = 0, j = 1 [appyl-conflict]
      y[4 * i + j] += Rng{unsigned(i)}.uniform();
    }
    y[4 * i] += row[1];
  }
}

int main() {
  const int n = 8;
  std::vector<double> y(4 * n);
  temporaries(y, n);
  std::vector<int> z(n);
  variables(z, n);
  parts(y, n);
  shared(y, n);
  std::printf("%.9g %d\n", y[3], z[3]);
}
