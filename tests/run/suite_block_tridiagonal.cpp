// flags: -std=c++20
// Block-tridiagonal systems along the lines of a 3-D grid, as in the ADI scheme of NAS BT.
#include <cmath>
#include <cstdio>

#ifndef SCALE
#define SCALE 1
#endif
constexpr int NX = 14 * SCALE, NY = 12 * SCALE, NZ = 10 * SCALE;
constexpr int NV = 5;
constexpr int NMAX = 16 * SCALE;

static double u[NX][NY][NZ][NV];
static double rhs[NX][NY][NZ][NV];
static double forcing[NX][NY][NZ][NV];

// c -= a * b
static void matmul_sub(double a[NV][NV], double b[NV][NV], double c[NV][NV]) {
  for (int i = 0; i < NV; i++)
    for (int j = 0; j < NV; j++)
      for (int k = 0; k < NV; k++) c[i][j] -= a[i][k] * b[k][j];
}

// y -= a * x
static void matvec_sub(double a[NV][NV], double x[NV], double y[NV]) {
  for (int i = 0; i < NV; i++)
    for (int k = 0; k < NV; k++) y[i] -= a[i][k] * x[k];
}

// Gauss-Jordan: c = lhs^-1 c, r = lhs^-1 r; lhs is destroyed
static void binvcrhs(double lhs[NV][NV], double c[NV][NV], double r[NV]) {
  for (int p = 0; p < NV; p++) {
    const double pivot = 1.0 / lhs[p][p];
    for (int j = p + 1; j < NV; j++) lhs[p][j] *= pivot;
    for (int j = 0; j < NV; j++) c[p][j] *= pivot;
    r[p] *= pivot;
    for (int i = 0; i < NV; i++) {
      if (i == p) continue;
      const double coeff = lhs[i][p];
      for (int j = p + 1; j < NV; j++) lhs[i][j] -= coeff * lhs[p][j];
      for (int j = 0; j < NV; j++) c[i][j] -= coeff * c[p][j];
      r[i] -= coeff * r[p];
    }
  }
}

static void binvrhs(double lhs[NV][NV], double r[NV]) {
  for (int p = 0; p < NV; p++) {
    const double pivot = 1.0 / lhs[p][p];
    for (int j = p + 1; j < NV; j++) lhs[p][j] *= pivot;
    r[p] *= pivot;
    for (int i = 0; i < NV; i++) {
      if (i == p) continue;
      const double coeff = lhs[i][p];
      for (int j = p + 1; j < NV; j++) lhs[i][j] -= coeff * lhs[p][j];
      r[i] -= coeff * r[p];
    }
  }
}

static void flux_jacobian(const double q[NV], double jac[NV][NV]) {
  for (int m = 0; m < NV; m++)
    for (int n = 0; n < NV; n++) jac[m][n] = 0.05 * q[m] * q[n] / (1.0 + q[0] * q[0]) + (m == n ? 0.1 * q[m] : 0.0);
}

static void lhsinit(double lhs[][3][NV][NV], int last) {
  for (int at = 0; at <= last; at += last)
    for (int m = 0; m < NV; m++)
      for (int n = 0; n < NV; n++) {
        lhs[at][0][m][n] = 0.0;
        lhs[at][1][m][n] = m == n ? 1.0 : 0.0;
        lhs[at][2][m][n] = 0.0;
      }
}

static void initialize() {
#pragma parallel
  for (int i = 0; i < NX; i++)
#pragma parallel
    for (int j = 0; j < NY; j++)
      for (int k = 0; k < NZ; k++)
        for (int m = 0; m < NV; m++) {
          u[i][j][k][m] = 1.0 + 0.1 * std::sin(0.3 * i + 0.2 * j + 0.5 * k + m);
          forcing[i][j][k][m] = 0.01 * std::cos(0.7 * i - 0.1 * j * k + m);
        }
}

static void compute_rhs(double dt) {
#pragma parallel
  for (int i = 1; i < NX - 1; i++)
#pragma parallel
    for (int j = 1; j < NY - 1; j++)
      for (int k = 1; k < NZ - 1; k++)
        for (int m = 0; m < NV; m++)
          rhs[i][j][k][m] = dt * (forcing[i][j][k][m] + u[i - 1][j][k][m] + u[i + 1][j][k][m] + u[i][j - 1][k][m] +
                                  u[i][j + 1][k][m] + u[i][j][k - 1][m] + u[i][j][k + 1][m] - 6.0 * u[i][j][k][m]);
}

static void x_solve(double dt) {
  double fjac[NMAX][NV][NV], lhs[NMAX][3][NV][NV];
#pragma parallel private(fjac, lhs)
  for (int k = 1; k < NZ - 1; k++)
#pragma parallel private(fjac, lhs)
    for (int j = 1; j < NY - 1; j++) {
      for (int i = 0; i < NX; i++) flux_jacobian(u[i][j][k], fjac[i]);
      lhsinit(lhs, NX - 1);
      for (int i = 1; i < NX - 1; i++)
        for (int m = 0; m < NV; m++)
          for (int n = 0; n < NV; n++) {
            const double id = m == n ? 1.0 : 0.0;
            lhs[i][0][m][n] = -dt * (fjac[i - 1][m][n] + id);
            lhs[i][1][m][n] = id + 2.0 * dt * id;
            lhs[i][2][m][n] = dt * (fjac[i + 1][m][n] - id);
          }
      binvcrhs(lhs[0][1], lhs[0][2], rhs[0][j][k]);
      for (int i = 1; i < NX - 1; i++) {
        matvec_sub(lhs[i][0], rhs[i - 1][j][k], rhs[i][j][k]);
        matmul_sub(lhs[i][0], lhs[i - 1][2], lhs[i][1]);
        binvcrhs(lhs[i][1], lhs[i][2], rhs[i][j][k]);
      }
      matvec_sub(lhs[NX - 1][0], rhs[NX - 2][j][k], rhs[NX - 1][j][k]);
      matmul_sub(lhs[NX - 1][0], lhs[NX - 2][2], lhs[NX - 1][1]);
      binvrhs(lhs[NX - 1][1], rhs[NX - 1][j][k]);
      for (int i = NX - 2; i >= 0; i--)
        for (int m = 0; m < NV; m++)
          for (int n = 0; n < NV; n++) rhs[i][j][k][m] -= lhs[i][2][m][n] * rhs[i + 1][j][k][n];
    }
}

static void z_solve(double dt) {
#pragma parallel
  for (int i = 1; i < NX - 1; i++) {
    double fjac[NMAX][NV][NV];
    double lhs[NMAX][3][NV][NV];
    for (int j = 1; j < NY - 1; j++) {
      for (int k = 0; k < NZ; k++) flux_jacobian(u[i][j][k], fjac[k]);
      lhsinit(lhs, NZ - 1);
      for (int k = 1; k < NZ - 1; k++)
        for (int m = 0; m < NV; m++)
          for (int n = 0; n < NV; n++) {
            const double id = m == n ? 1.0 : 0.0;
            lhs[k][0][m][n] = -dt * (fjac[k - 1][m][n] + id);
            lhs[k][1][m][n] = id + 2.0 * dt * id;
            lhs[k][2][m][n] = dt * (fjac[k + 1][m][n] - id);
          }
      double(*r)[NV] = rhs[i][j];
      binvcrhs(lhs[0][1], lhs[0][2], r[0]);
      for (int k = 1; k < NZ; k++) {
        matvec_sub(lhs[k][0], r[k - 1], r[k]);
        matmul_sub(lhs[k][0], lhs[k - 1][2], lhs[k][1]);
        if (k < NZ - 1)
          binvcrhs(lhs[k][1], lhs[k][2], r[k]);
        else
          binvrhs(lhs[k][1], r[k]);
      }
      for (int k = NZ - 2; k >= 0; k--)
        for (int m = 0; m < NV; m++)
          for (int n = 0; n < NV; n++) r[k][m] -= lhs[k][2][m][n] * r[k + 1][n];
    }
  }
}

static void add() {
#pragma parallel
  for (int i = 1; i < NX - 1; i++)
    for (int j = 1; j < NY - 1; j++)
      for (int k = 1; k < NZ - 1; k++)
        for (int m = 0; m < NV; m++) u[i][j][k][m] += rhs[i][j][k][m];
}

int main() {
  const double dt = 0.05;
  initialize();
  for (int step = 0; step < 5; step++) {
    compute_rhs(dt);
    x_solve(dt);
    z_solve(dt);
    add();
  }
  double norm[NV] = {0.0, 0.0, 0.0, 0.0, 0.0}, biggest = 0.0;
#pragma parallel reduction(+:norm) reduction(max:biggest)
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++)
      for (int k = 0; k < NZ; k++)
        for (int m = 0; m < NV; m++) {
          norm[m] += u[i][j][k][m] * u[i][j][k][m];
          if (u[i][j][k][m] > biggest) biggest = u[i][j][k][m];
        }
  for (int m = 0; m < NV; m++) std::printf("norm[%d] %.10e\n", m, std::sqrt(norm[m] / (NX * NY * NZ)));
  std::printf("max %.10e\n", biggest);
  return 0;
}
