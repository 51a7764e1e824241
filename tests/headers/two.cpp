#include "solver.hpp"
double other(int n) {
  solver::Field f(n);
  f.fill(3);
  std::vector<float> a(n, 1.0f);
  scale(n, a.data(), 2);
  return f.total() + a[0] + solver::largest(n, a.data());
}
