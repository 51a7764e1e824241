// Loops over what an object has, bounded by what the object says: its sizes stay while its elements change.
// targets: openmp interpret
#include "print.h"
#include <vector>

struct Vec {
  double x, y;
  Vec& operator+=(const Vec& o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  void move(double d) { x += d, y -= d; }
};

struct Grid {
  int n[2];
  double f[60];
  std::vector<Vec> points;
};

class Matrix {
  int r, c;
  std::vector<double> d;

 public:
  Matrix(int r, int c) : r(r), c(c), d(r * c, 1) {}
  int rows() const { return r; }
  int cols() const { return c; }
  int at(int i, int j) const { return i * c + j; }
  void set(int i, int j, double v) { d[at(i, j)] = v; }
  double* row(int i) { return d.data() + i * c; }
  double& operator()(int i, int j) { return d[i * c + j]; }
  const std::vector<double>& all() const { return d; }
};

static void clear(Grid& g) {
#pragma parallel
  for (int i = 0; i < g.n[0]; ++i)
    for (int j = 0; j < g.n[1]; ++j) g.f[10 * i + j] = i - j;
}

static void move(Grid& g, const std::vector<Vec>& by) {
#pragma parallel
  for (std::size_t i = 0; i < g.points.size(); ++i) {
    g.points[i] += by[i];
    g.points[i].move(0.5);
  }
}

static void count(Matrix& a) {
#pragma parallel
  for (int i = 0; i < a.rows(); ++i)
#pragma parallel
    for (int j = 0; j < a.cols(); ++j) a.set(i, j, 10 * i + j);
}

static void firstColumn(Matrix& a) {
#pragma parallel
  for (int i = 0; i < a.rows(); ++i) a.row(i)[0] -= 5;
}

static void diagonal(Matrix& a) {
#pragma parallel
  for (int i = 0; i < a.rows(); ++i) a(i, 1) *= 2;
}

static void scratch(const std::vector<double>& in, std::vector<double>& out, int m) {
#pragma parallel
  for (int i = 0; i < (int)out.size(); ++i) {
    std::vector<double> own(m);
    double* p = own.data();
    for (int j = 0; j < m; ++j) p[j] = in[j] * i;
    out[i] = p[m - 1] + own[0];
  }
}

int main() {
  Grid g{{6, 10}, {}, {}};
  clear(g);
  print("clear", g.f, 60);
  std::vector<Vec> by(20);
  for (int i = 0; i < 20; ++i) by[i] = {0.25 * i, 1.0 - i}, g.points.push_back({1.0 * i, 2.0});
  move(g, by);
  print("move", &g.points[0].x, 40);
  Matrix a(5, 7);
  count(a);
  firstColumn(a);
  diagonal(a);
  print("matrix", a.all().data(), 35);
  std::vector<double> in(8), out(9);
  fill(in.data(), in.size(), 3);
  scratch(in, out, 8);
  print("scratch", out.data(), out.size());
}
