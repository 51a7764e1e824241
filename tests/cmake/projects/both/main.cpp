#include "forces.hpp"

#include <cmath>
#include <cstdio>

int main() {
  const int n = 60;
  Bodies bodies;
  for (int k = 0; k < n; ++k) {
    bodies.x.push_back(std::cos(0.7 * k) * (1 + k % 5));
    bodies.y.push_back(std::sin(0.7 * k) * (1 + k % 3));
    bodies.mass.push_back(1 + k % 4);
  }
  std::vector<double> fx(n), fy(n);
  for (int step = 0; step < 5; ++step) {
    forces(bodies, fx, fy);
    move(bodies, fx, fy, 1e-3);
  }
  double sum = 0, moment = 0;
  for (int k = 0; k < n; ++k) {
    sum += bodies.x[k] + bodies.y[k];
    moment += bodies.mass[k] * fx[k];
  }
  std::printf("%s %.6f %.6f\n", KIND, sum, std::abs(moment) < 1e-9 ? 0 : moment);
}
