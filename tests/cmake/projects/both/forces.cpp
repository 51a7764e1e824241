#include "forces.hpp"

#include <cmath>

void forces(const Bodies& bodies, std::vector<double>& fx, std::vector<double>& fy) {
  const int n = static_cast<int>(bodies.x.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sumX = 0, sumY = 0;
    for (int j = 0; j < n; ++j) {
      const double dx = bodies.x[j] - bodies.x[i], dy = bodies.y[j] - bodies.y[i];
      const double square = dx * dx + dy * dy + SOFTENING;
      const double weight = bodies.mass[j] / (square * std::sqrt(square));
      sumX += weight * dx;
      sumY += weight * dy;
    }
    fx[i] = sumX;
    fy[i] = sumY;
  }
}
