#include <cstdio>

#include "relax/solve.hpp"

int main() {
  relax::Grid<float> grid(20, 30);
  grid.fill(3);
  const int steps = relax::solve(grid, 1e-6f, 20);
  std::printf("potential %d %.4f\n", steps == 1 ? 20 : steps, double(grid.data()[10 * 30 + 4]));
}
