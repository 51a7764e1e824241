// The program of headers_test.sh: another source includes the same headers.
#include <cstdio>
#include "solver.hpp"
double other(int n);
int main() {
  std::vector<float> a(300, 2.0f);
  scale(300, a.data(), 3);
  solver::Field f(100);
  f.fill(2);
  const double there = other(50);
  std::printf("%g %g %g %d %d\n", f.total(), double(solver::largest(300, a.data())), there, solver::used, lineHere());
#pragma parallel
  for (int i = 0; i < 300; ++i) a[i] = i;
  std::printf("%g\n", a[299]);
}
