#pragma once
#include <vector>

struct Bodies {
  std::vector<double> x, y, mass;
};

/// What pulls at each body.
void forces(const Bodies& bodies, std::vector<double>& fx, std::vector<double>& fy);

/// Moves each body along its force.
inline void move(Bodies& bodies, const std::vector<double>& fx, const std::vector<double>& fy, double step) {
  const int n = static_cast<int>(bodies.x.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    bodies.x[i] += step * fx[i];
    bodies.y[i] += step * fy[i];
  }
}
