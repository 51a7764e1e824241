// Iterated stencils: a sequential loop around parallel nests, in one, two and three dimensions.
// run:
// run: 3 3 3 1
// run: 20 17 9 4
// run: 130 5 4 3
#include "print.h"
#include <cstdlib>
#include <utility>
#include <vector>

static void heat1(std::vector<double>& u, int n, int steps) {
  std::vector<double> next = u;
  for (int t = 0; t < steps; ++t) {
#pragma parallel block(32)
    for (int i = 1; i < n - 1; ++i) next[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    std::swap(u, next);
  }
}

static double jacobi(double* a, double* b, int n, int m, int steps) {
  double change = 0;
  for (int t = 0; t < steps; ++t) {
    change = 0;
#pragma parallel block(8) reduction(max : change)
    for (int i = 1; i < n - 1; ++i)
#pragma parallel block
      for (int j = 1; j < m - 1; ++j) {
        b[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
        const double d = b[i * m + j] > a[i * m + j] ? b[i * m + j] - a[i * m + j] : a[i * m + j] - b[i * m + j];
        if (d > change) change = d;
      }
    std::swap(a, b);
  }
  return change;
}

static void heat3(const float* u, float* v, int nx, int ny, int nz) {
#pragma parallel
  for (int i = 1; i < nx - 1; ++i)
#pragma parallel
    for (int j = 1; j < ny - 1; ++j)
#pragma parallel
      for (int k = 1; k < nz - 1; ++k) {
        const int at = (i * ny + j) * nz + k;
        v[at] = 0.4f * u[at] + 0.1f * (u[at - 1] + u[at + 1] + u[at - nz] + u[at + nz] + u[at - ny * nz] + u[at + ny * nz]);
      }
}

// Red and black points in turn, in place: a step of two keeps them apart.
static void redBlack(double* a, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int colour = 1; colour <= 2; ++colour)
#pragma parallel
      for (int i = colour; i < n - 1; i += 2) a[i] = 0.5 * (a[i - 1] + a[i + 1]);
}

int main(int argc, char** argv) {
  const int nx = argc > 1 ? std::atoi(argv[1]) : 12, ny = argc > 2 ? std::atoi(argv[2]) : 10;
  const int nz = argc > 3 ? std::atoi(argv[3]) : 8, steps = argc > 4 ? std::atoi(argv[4]) : 3;
  std::vector<double> u(nx * ny), v;
  fillFraction(u.data(), u.size(), 1);
  heat1(u, nx * ny, steps);
  print("heat1", u.data(), u.size());
  v = u;
  std::printf("%a\n", jacobi(u.data(), v.data(), nx, ny, steps));
  print("jacobi", u.data(), u.size());
  std::vector<float> f(nx * ny * nz), g(nx * ny * nz);
  fillFraction(f.data(), f.size(), 2);
  heat3(f.data(), g.data(), nx, ny, nz);
  print("heat3", g.data(), g.size());
  redBlack(u.data(), nx * ny, steps);
  print("red black", u.data(), u.size());
}
