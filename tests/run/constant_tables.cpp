// Constant tables that functions of the loop read: of the file, of a namespace, of a class, of a header.
#include "grid.h"
#include "print.h"
#include <array>
#include <vector>

static constexpr int Q = 9;
static constexpr double W[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static const int CX[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, CY[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

static double equilibrium(int q, double rho, double ux, double uy) {
  const double cu = 3 * (CX[q] * ux + CY[q] * uy);
  return W[q] * rho * (1 + cu + .5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

static void collide(int n, double* f, double omega) {
#pragma parallel
  for (int c = 0; c < n; ++c) {
    double rho = 0, ux = 0, uy = 0;
    for (int q = 0; q < Q; ++q) {
      rho += f[c * Q + q];
      ux += CX[q] * f[c * Q + q];
      uy += CY[q] * f[c * Q + q];
    }
    for (int q = 0; q < Q; ++q) f[c * Q + q] += omega * (equilibrium(q, rho, ux / rho, uy / rho) - f[c * Q + q]);
  }
}

static constexpr double weightOf(int q) { return W[q]; }
static constexpr double twiceWeightOf(int q) { return 2 * weightOf(q); }

static void weighted(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += weightOf(i % Q) + twiceWeightOf(0);
}

namespace rules {
constexpr int unit = 2;
constexpr std::array<double, 3> nodes = {-unit * 0.5, 0, unit * 0.5};
constexpr int pairs[2][2] = {{1, 2}, {3, 4}};
static double node(int k) { return nodes[k] + pairs[k % 2][1]; }
}  // namespace rules

static double shifted(int k) { return rules::nodes[k % 3] + rules::node(k % 3); }

static void quadrature(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = shifted(i) + rules::node(1);
}

struct Lattice {
  static constexpr int size = 3;
  static constexpr double weights[size] = {.25, .5, .25};
  using real = double;
  std::vector<double> a;
  static double middle(double x) { return x * weights[1]; }
  static real more(real x) {
    const real one = 1;
    return middle(x) + one;
  }
  real twice(real x) const { return more(x) * size; }

  void weigh() {
    const int n = static_cast<int>(a.size());
#pragma parallel
    for (int i = 0; i < n; ++i) {
      double s = 0;
      for (int k = 0; k < size; ++k) s += weights[k] * a[i];
      a[i] = s + size;
    }
  }
  void callStatic() {
    const int n = static_cast<int>(a.size());
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = middle(a[i]) + more(a[i]) + twice(a[i]) + Lattice::middle(1);
  }
};

static double outside(double x) { return x * Lattice::weights[2]; }

static void ofClass(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = outside(a[i]) + Lattice::middle(2) + Lattice::weights[i % 3];
}

static void insideBody(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    static constexpr double c[3] = {1, 2, 3};
    constexpr int d[2] = {4, 5};
    a[i] = a[i] * c[i % 3] + d[i & 1] + grid::tableOf(i);
  }
}

int main() {
  const int n = 13;
  std::vector<double> f(Q * n);
  fillFraction(f.data(), f.size(), 1);
  collide(n, f.data(), .7);
  print("~ collide", f.data(), 0);
  for (double each : f) std::printf("~ %.12g\n", each);
  std::vector<double> a(n);
  weighted(n, a.data());
  print("weighted", a.data(), n);
  quadrature(n, a.data());
  print("quadrature", a.data(), n);
  Lattice lattice{f};
  for (double& each : lattice.a) each = static_cast<int>(each * 8);
  lattice.weigh();
  lattice.callStatic();
  print("lattice", lattice.a.data(), lattice.a.size());
  ofClass(n, a.data());
  insideBody(n, a.data());
  print("classes", a.data(), n);
}
