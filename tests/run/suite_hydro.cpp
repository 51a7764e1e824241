// flags: -std=c++20
// Lagrangian hydrodynamics on an unstructured mesh of quadrilaterals, in the manner of LULESH and PENNANT.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef double Real_t;
typedef int Index_t;

struct Mesh {
  Index_t numElem, numNode;
  std::vector<Index_t> nodelist;         // 4 nodes of each element
  std::vector<Index_t> cornerStart;      // corners of each node: range in cornerList
  std::vector<Index_t> cornerList;       // 4 * element + local node
  std::vector<Real_t> x, y, xd, yd, fx, fy, nodalMass;
  std::vector<Real_t> e, p, q, v, vold, ss, elemMass;
  std::vector<char> fixedX, fixedY;

  Mesh(Index_t nx, Index_t ny);
  void gather(Index_t k, Real_t xl[4], Real_t yl[4]) const {
    const Index_t* n = nodes(k);
    for (int a = 0; a < 4; ++a) {
      xl[a] = x[n[a]];
      yl[a] = y[n[a]];
    }
  }
  const Index_t* nodes(Index_t k) const { return &nodelist[4 * k]; }
};

static inline Real_t quadArea(const Real_t x[4], const Real_t y[4]) {
  return 0.5 * ((x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0]));
}

Mesh::Mesh(Index_t nx, Index_t ny) : numElem(nx * ny), numNode((nx + 1) * (ny + 1)) {
  nodelist.resize(4 * numElem);
  for (auto* field : {&x, &y, &xd, &yd, &fx, &fy, &nodalMass}) field->assign(numNode, 0.0);
  for (auto* field : {&e, &p, &q, &v, &vold, &ss, &elemMass}) field->assign(numElem, 0.0);
  fixedX.assign(numNode, 0);
  fixedY.assign(numNode, 0);
  for (Index_t i = 0; i <= nx; ++i)
    for (Index_t j = 0; j <= ny; ++j) {
      const Index_t n = i * (ny + 1) + j;
      x[n] = (i + 0.8 * std::sin(5.0 * j / ny) * (i > 0 && i < nx)) / nx;
      y[n] = 1.0 * j / ny;
      fixedX[n] = i == 0 || i == nx;
      fixedY[n] = j == 0 || j == ny;
    }
  for (Index_t i = 0; i < nx; ++i)
    for (Index_t j = 0; j < ny; ++j) {
      Index_t* c = &nodelist[4 * (i * ny + j)];
      c[0] = i * (ny + 1) + j;
      c[1] = c[0] + ny + 1;
      c[2] = c[1] + 1;
      c[3] = c[0] + 1;
    }
  cornerStart.assign(numNode + 1, 0);
  for (Index_t n : nodelist) ++cornerStart[n + 1];
  for (Index_t n = 0; n < numNode; ++n) cornerStart[n + 1] += cornerStart[n];
  cornerList.resize(4 * numElem);
  std::vector<Index_t> next(cornerStart.begin(), cornerStart.end() - 1);
  for (Index_t c = 0; c < 4 * numElem; ++c) cornerList[next[nodelist[c]]++] = c;
}

static void initialState(Mesh& m) {
#pragma parallel
  for (Index_t k = 0; k < m.numElem; ++k) {
    Real_t xl[4], yl[4];
    m.gather(k, xl, yl);
    m.v[k] = quadArea(xl, yl);
    m.elemMass[k] = m.v[k] * (xl[0] < 0.5 ? 1.0 : 0.125);
    m.e[k] = xl[0] < 0.5 ? 2.5 : 2.0;
  }
#pragma parallel
  for (Index_t n = 0; n < m.numNode; ++n)
    for (Index_t c = m.cornerStart[n]; c < m.cornerStart[n + 1]; ++c) m.nodalMass[n] += 0.25 * m.elemMass[m.cornerList[c] / 4];
}

// Equation of state; returns the Courant limit of the time step.
static Real_t equationOfState(Mesh& m, Real_t gamma) {
  Real_t dt = 1e20;
#pragma parallel reduction(min:dt)
  for (Index_t k = 0; k < m.numElem; ++k) {
    const Real_t rho = m.elemMass[k] / m.v[k];
    m.p[k] = std::max((gamma - 1.0) * rho * m.e[k], 1e-12);
    m.ss[k] = std::sqrt(gamma * m.p[k] / rho);
    dt = std::min(dt, 0.3 * std::sqrt(m.v[k]) / m.ss[k]);
  }
  return dt;
}

static void cornerForces(const Mesh& m, std::vector<Real_t>& cfx, std::vector<Real_t>& cfy) {
  Real_t xl[4], yl[4];
#pragma parallel
  for (Index_t k = 0; k < m.numElem; ++k) {
    m.gather(k, xl, yl);
    const Real_t s = m.p[k] + m.q[k];
    for (int a = 0; a < 4; ++a) {
      const int before = (a + 3) & 3, after = (a + 1) & 3;
      cfx[4 * k + a] = 0.5 * s * (yl[after] - yl[before]);
      cfy[4 * k + a] = -0.5 * s * (xl[after] - xl[before]);
    }
  }
}

static void moveNodes(Mesh& m, const Real_t* cfx, const Real_t* cfy, Real_t dt) {
#pragma parallel
  for (Index_t n = 0; n < m.numNode; ++n) {
    Real_t fx = 0.0, fy = 0.0;
    for (Index_t c = m.cornerStart[n]; c < m.cornerStart[n + 1]; ++c) {
      fx += cfx[m.cornerList[c]];
      fy += cfy[m.cornerList[c]];
    }
    m.fx[n] = m.fixedX[n] ? 0.0 : fx;
    m.fy[n] = m.fixedY[n] ? 0.0 : fy;
    m.xd[n] += dt * m.fx[n] / m.nodalMass[n];
    m.yd[n] += dt * m.fy[n] / m.nodalMass[n];
    m.x[n] += dt * m.xd[n];
    m.y[n] += dt * m.yd[n];
  }
}

static void updateElements(Mesh& m) {
#pragma parallel
  for (Index_t k = 0; k < m.numElem; ++k) {
    Real_t xl[4], yl[4];
    m.gather(k, xl, yl);
    m.vold[k] = m.v[k];
    m.v[k] = quadArea(xl, yl);
    const Real_t dv = m.v[k] - m.vold[k];
    m.e[k] -= (m.p[k] + m.q[k]) * dv / m.elemMass[k];
    const Real_t rel = dv / m.v[k];
    m.q[k] = rel < 0.0 ? -0.5 * rel * m.ss[k] * m.ss[k] * m.elemMass[k] / m.v[k] : 0.0;
    if (m.v[k] <= 0.0) {
      fprintf(stderr, "negative volume\n");
      exit(1);
    }
  }
}

int main(int argc, char** argv) {
  const Index_t nx = argc > 1 ? atoi(argv[1]) : 40, ny = argc > 2 ? atoi(argv[2]) : 24;
  Mesh mesh(nx, ny);
  std::vector<Real_t> cfx(4 * mesh.numElem), cfy(4 * mesh.numElem);
  initialState(mesh);
  Real_t t = 0.0;
  int step = 0;
  for (; step < 40; ++step) {
    const Real_t dt = equationOfState(mesh, 1.4);
    cornerForces(mesh, cfx, cfy);
    moveNodes(mesh, cfx.data(), cfy.data(), dt);
    updateElements(mesh);
    t += dt;
  }
  Real_t internal = 0.0, kinetic = 0.0, fastest = 0.0;
#pragma parallel reduction(+:internal)
  for (Index_t k = 0; k < mesh.numElem; ++k) internal += mesh.e[k] * mesh.elemMass[k];
#pragma parallel reduction(+:kinetic) reduction(max:fastest)
  for (Index_t n = 0; n < mesh.numNode; ++n) {
    const Real_t square = mesh.xd[n] * mesh.xd[n] + mesh.yd[n] * mesh.yd[n];
    kinetic += 0.5 * mesh.nodalMass[n] * square;
    if (fastest < square) fastest = square;
  }
  printf("time %.10e steps %d\n", t, step);
  printf("internal %.10e kinetic %.10e\n", internal, kinetic);
  printf("fastest %.10e\n", std::sqrt(fastest));
  return 0;
}
