// Macros that stand for members and elements of objects: a kernel has them under other names.
// targets: openmp cuda
#include <cstdio>
#include <vector>

#define OF(level, i, j) ((i) * (level).ny + (j))
#define U(i, j) lev.u[(i) * lev.ny + (j)]
#define CELLS lev->nx * lev->ny
#define ROW(p, i) (p)->u[(i) * (p)->ny]
#define PLUS +p->f[i]

struct Level {
  int nx = 0, ny = 0;
  std::vector<double> u, f;
};

void copy(const Level& a, double* out) {
#pragma parallel
  for (int i = 0; i < a.nx; ++i)
    for (int j = 0; j < a.ny; ++j) out[OF(a, i, j)] += a.u[OF(a, i, j)];
}

void scale(Level& lev, double f) {
#pragma parallel
  for (int i = 0; i < lev.nx; ++i)
    for (int j = 0; j < lev.ny; ++j) U(i, j) = f * U(i, j) + lev.f[j % lev.nx];
}

void all(Level* lev, double f) {
  double* u = lev->u.data();
#pragma parallel
  for (int i = 0; i < CELLS; ++i) u[i] *= f + CELLS;
}

static double corner(const Level* p, int i) { return ROW(p, i) PLUS; }

void corners(const Level* level, double* out) {
#pragma parallel
  for (int i = 0; i < level->nx; ++i) out[i] += corner(level, i) * ROW(level, i);
}

int main() {
  for (const int n : {0, 1, 3, 40}) {
    Level a;
    a.nx = n, a.ny = n + 3;
    for (int i = 0; i < n * (n + 3); ++i) a.u.push_back(i % 17 * 0.5), a.f.push_back(i % 5);
    std::vector<double> out(n * (n + 3));
    copy(a, out.data());
    scale(a, 0.5);
    all(&a, 2);
    corners(&a, out.data());
    double sum = 0;
    for (int i = 0; i < n * (n + 3); ++i) sum += (i % 7) * (out[i] + 2 * a.f[i] + 3 * a.u[i]);
    std::printf("%d: %.12g\n", n, sum);
  }
}
