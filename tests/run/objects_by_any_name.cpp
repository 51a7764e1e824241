// Objects under other names: sizes of structs that functions are handed, `*this` that is handed on, and macros that name
// members of it.
#include <cstdio>
#include <vector>

#define AT(i, j) ((i) * ny + (j))

struct Level;
static double laplacian(const Level& l, int i, int j);
static void clear(Level* l, int i);

struct Level {
  int nx = 0, ny = 0;
  std::vector<double> u, f;
  double at(int i, int j) const { return u[AT(i, j)]; }
  int width() const { return ny; }
  double difference(const Level& other, int i, int j) const { return f[AT(i, j)] - other.at(i, j); }

  void smooth(std::vector<double>& out) {
#pragma parallel
    for (int i = 1; i < nx - 1; ++i)
      for (int j = 0; j < ny; ++j) out[AT(i, j)] = laplacian(*this, i, j);
  }
  void differences(std::vector<double>& out) {
#pragma parallel
    for (int i = 0; i < nx; ++i)
      for (int j = 0; j < ny; ++j) out[AT(i, j)] += difference(*this, i, j);
  }
  void clearRows(int step) {
#pragma parallel
    for (int i = 0; i < nx; i += step) clear(this, i);
  }
};

static double laplacian(const Level& l, int i, int j) {
  return l.at(i - 1, j) + l.u[(i + 1) * l.ny + j] - 2 * l.u[i * l.width() + j];
}

static void clear(Level* l, int i) {
  for (int j = 0; j < l->ny; ++j) l->f[i * l->ny + j] = 0;
}

static void put(Level& to, const Level* from, int i, int j) { to.u[i * to.ny + j] += 2 * from->f[i * from->ny + j]; }

void add(Level& a, const Level& b) {
#pragma parallel
  for (int i = 0; i < a.nx; ++i)
    for (int j = 0; j < a.ny; ++j) put(a, &b, i, j);
}

// What is done by a pointer that is null is not done.
struct Pair {
  double x, y;
};
static void sum(Pair* to, const Pair* a, double* ratio) {
  if (ratio != nullptr) *ratio = a->x;
  to->x += a->x;
  to->y += a->y;
}
static void twice(Pair* to, const Pair* a, double* ratio, Pair* more) {
  sum(to, a, ratio);
  if (more) more->x = 1;
}
void pairs(int n, Pair* p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Pair own = p[i];
    sum(&own, &p[i], nullptr);
    twice(&own, &p[i], nullptr, nullptr);
    p[i] = own;
  }
}

int main() {
  for (const int n : {0, 1, 3, 40}) {
    Level a;
    a.nx = n, a.ny = n + 3;
    for (int i = 0; i < n * (n + 3); ++i) a.u.push_back(i % 17 * 0.5), a.f.push_back(i % 5);
    Level b = a;
    std::vector<double> out(n * (n + 3));
    a.smooth(out);
    a.differences(out);
    a.clearRows(2);
    add(b, a);
    std::vector<Pair> p(n, {0.5, 2});
    pairs(n, p.data());
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += i * p[i].x + p[i].y;
    for (int i = 0; i < n * (n + 3); ++i) sum += (i % 7) * (out[i] + 2 * a.f[i] + 3 * b.u[i]);
    std::printf("%d: %.12g\n", n, sum);
  }
}
