// Functions and classes of a user's header: CUDA has copies of them behind the include.
// alone: its header is compiled for devices, too
#include "grid.h"
#include "print.h"

double weight(double x) { return x - 1; }
inline double both(double x) { return grid::square(x) + weight(x); }

static void mixed(int n, const double* a, double* b, grid::Box box) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    b[i] = grid::length(a[i], i) + grid::half(a[i]) + box.area() + grid::Box::padded(i) + grid::inner::third(i) +
           both(a[i]) + weighted(a[i]);
}

static void smooth(const Grid& a, Grid& b) {
#pragma parallel
  for (int i = 1; i < a.rows() - 1; ++i)
    for (int j = 1; j < a.columns() - 1; ++j)
      b(i, j) = 0.25 * (a(i - 1, j) + a(i + 1, j) + a.at(i, j - 1) + a(i, j + 1));
}

static void scale(Field<float>& f, const Field<float>& g) {
#pragma parallel
  for (int i = 0; i < f.n; ++i)
    for (int j = 0; j < f.m; ++j) f(i, j) = 2 * g(i, j);
}

namespace physics {
static void move(int n, Point* p, const Point* v, double dt, double* e) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p[i] = p[i] + dt * v[i];
    e[i] = v[i].dot(v[i]) + grid::square(dt);
  }
}
}  // namespace physics

static double copied(int n, Samples& from, Samples& to, const Samples& more) {
  double sum = 0;
#pragma parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    to(i) = from(i) + 1;
    sum += more.data()[i];
  }
  return sum;
}

int main() {
  for (const int n : {0, 1, 37}) {
    std::vector<double> a(n), b(n), e(n);
    for (int i = 0; i < n; ++i) a[i] = i * 0.5;
    mixed(n, a.data(), b.data(), {});
    Grid one(n, n + 2), other(n, n + 2);
    for (int k = 0; k < n * (n + 2); ++k) one.cells[k] = k % 7;
    smooth(one, other);
    Field<float> f{n, 3, std::vector<float>(3 * n)}, g{n, 3, std::vector<float>(3 * n, 1.5f)};
    scale(f, g);
    std::vector<Point> p(n, Point{1, 2}), v(n, Point{3, 4});
    physics::move(n, p.data(), v.data(), 0.5, e.data());
    print("mixed", b.data(), n);
    Samples from(n), to(n);
    for (int i = 0; i < n; ++i) from(i) = i % 5;
    std::printf("%g\n", copied(n, from, to, from));
    print("copied", to.data(), n);
    print("smooth", other.cells.data(), n * (n + 2));
    print("scale", f.data.data(), 3 * n);
    for (const Point& each : p) std::printf("%g %g\n", each.x, each.y);
    print("move", e.data(), n);
  }
}
