// flags: -std=c++20
/* 2-D multigrid for -u_xx - eps u_yy = f with Dirichlet boundaries:
   zebra line relaxation along x (Thomas algorithm, workspaces per line), full weighting, bilinear prolongation. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#ifndef SCALE
#define SCALE 1
#endif
#define MAXLINE (520 * SCALE)
#define IDX(i, j) ((i) * (row) + (j))

typedef struct {
  int nx, ny;          /* intervals */
  double hx, hy;
  double *u, *f, *r;
} level_t;

static const double eps = 0.7;

static void init_level(level_t& lev, int nx, int ny) {
  lev.nx = nx;
  lev.ny = ny;
  lev.hx = 1.0 / nx;
  lev.hy = 1.0 / ny;
  const int size = (nx + 1) * (ny + 1);
  lev.u = (double*)calloc(size, sizeof(double));
  lev.f = (double*)calloc(size, sizeof(double));
  lev.r = (double*)calloc(size, sizeof(double));
}

/* Relax all interior lines i of one colour; each is a tridiagonal system in j. */
static void zebra(level_t& lev, int colour) {
  const double cx = 1.0 / (lev.hx * lev.hx), cy = eps / (lev.hy * lev.hy);
  const int ny = lev.ny, row = ny + 1;
  double* u = lev.u;
  const double* f = lev.f;
  double c[MAXLINE], d[MAXLINE];
#pragma parallel
  for (int i = 1 + colour; i < lev.nx; i += 2) {
    c[0] = 0.0;
    d[0] = 0.0;
    for (int j = 1; j < ny; j++) {
      const double rhs = f[IDX(i, j)] + cx * (u[IDX(i - 1, j)] + u[IDX(i + 1, j)]);
      const double m = 1.0 / (2.0 * cx + 2.0 * cy + cy * c[j - 1]);
      c[j] = -cy * m;
      d[j] = (rhs + cy * d[j - 1]) * m;
    }
    u[IDX(i, ny - 1)] = d[ny - 1];
    for (int j = ny - 2; j >= 1; j--) u[IDX(i, j)] = d[j] - c[j] * u[IDX(i, j + 1)];
  }
}

static double residual(level_t& lev) {
  const double cx = 1.0 / (lev.hx * lev.hx), cy = eps / (lev.hy * lev.hy);
  const int row = lev.ny + 1;
  double norm = 0.0;
#pragma parallel reduction(max:norm)
  for (int i = 1; i < lev.nx; i++)
    for (int j = 1; j < lev.ny; j++) {
      const double* u = lev.u;
      const double au = 2.0 * (cx + cy) * u[IDX(i, j)] - cx * (u[IDX(i - 1, j)] + u[IDX(i + 1, j)]) -
                        cy * (u[IDX(i, j - 1)] + u[IDX(i, j + 1)]);
      const double res = lev.f[IDX(i, j)] - au;
      lev.r[IDX(i, j)] = res;
      norm = std::max(norm, std::fabs(res));
    }
  return norm;
}

/* Full weighting: first along j into a line buffer, then along i. */
static void restrict_residual(const level_t& fine, level_t& coarse) {
  const int fs = fine.ny + 1, cs = coarse.ny + 1;
  double line[3][MAXLINE];
#pragma parallel private(line)
  for (int i = 1; i < coarse.nx; i++) {
    for (int k = 0; k < 3; k++) {
      const double* from = fine.r + (2 * i - 1 + k) * fs;
      for (int j = 1; j < coarse.ny; j++) line[k][j] = 0.25 * from[2 * j - 1] + 0.5 * from[2 * j] + 0.25 * from[2 * j + 1];
    }
    for (int j = 1; j < coarse.ny; j++)
      coarse.f[i * cs + j] = 0.25 * line[0][j] + 0.5 * line[1][j] + 0.25 * line[2][j];
  }
}

static void clear(level_t& lev) {
  const int size = (lev.nx + 1) * (lev.ny + 1);
#pragma parallel
  for (int k = 0; k < size; k++) lev.u[k] = 0.0;
}

/* Add the bilinear interpolation of the coarse correction. */
static void prolong(const level_t& coarse, level_t& fine) {
  const int cs = coarse.ny + 1, fs = fine.ny + 1;
  double buf[MAXLINE];
#pragma parallel private(buf)
  for (int i = 1; i < fine.nx; i++) {
    const int ic = i / 2;
    const double* below = coarse.u + ic * cs;
    const double* above = coarse.u + (i % 2 ? ic + 1 : ic) * cs;
    for (int jc = 0; jc <= coarse.ny; jc++) buf[jc] = 0.5 * (below[jc] + above[jc]);
    for (int j = 1; j < fine.ny; j++)
      fine.u[i * fs + j] += (j & 1) ? 0.5 * (buf[j / 2] + buf[j / 2 + 1]) : buf[j / 2];
  }
}

static void vcycle(level_t* levels, int l, int count) {
  level_t& here = levels[l];
  if (l == count - 1) {
    for (int sweep = 0; sweep < 8; sweep++) {
      zebra(here, 0);
      zebra(here, 1);
    }
    return;
  }
  for (int sweep = 0; sweep < 2; sweep++) {
    zebra(here, 0);
    zebra(here, 1);
  }
  residual(here);
  restrict_residual(here, levels[l + 1]);
  clear(levels[l + 1]);
  vcycle(levels, l + 1, count);
  prolong(levels[l + 1], here);
  zebra(here, 1);
  zebra(here, 0);
}

static void set_right_hand_side(level_t& lev) {
  const int row = lev.ny + 1;
#pragma parallel
  for (int i = 1; i < lev.nx; i++)
#pragma parallel
    for (int j = 1; j < lev.ny; j++) {
      const double x = i * lev.hx, y = j * lev.hy;
      lev.f[IDX(i, j)] = std::exp(x * y) * std::sin(3.0 * x + 2.0 * y);
    }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 128;
  int count = 0;
  level_t levels[12];
  for (int m = n; m >= 4 && count < 12; m /= 2) init_level(levels[count++], m, m);

  level_t& lev = levels[0];
  const int row = lev.ny + 1;
  set_right_hand_side(lev);

  double norm = residual(lev);
  std::printf("start %.8e\n", norm);
  for (int cycle = 0; cycle < 4; cycle++) {
    vcycle(levels, 0, count);
    norm = residual(lev);
    std::printf("cycle %d residual %.4e\n", cycle, norm);
  }
  double sum = 0.0;
#pragma parallel reduction(+:sum)
  for (int i = 0; i <= lev.nx; i++)
    for (int j = 0; j <= lev.ny; j++) sum += lev.u[IDX(i, j)] * (1 + (i + j) % 3);
  std::printf("checksum %.10e\n", sum * lev.hx * lev.hy);
  for (int l = 0; l < count; l++) {
    free(levels[l].u);
    free(levels[l].f);
    free(levels[l].r);
  }
  return 0;
}
