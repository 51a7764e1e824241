#include <cstdio>

#include <relax/solve.hpp>

int main() {
  relax::Grid<double> grid(34, 50);
  grid.fill(0);
  grid.set([](int i, int) { return i == 0 ? 1.0 : 0.0; });
  relax::solve(grid, 1e-9, 20);
  double sum = 0;
  const double* values = grid.data();
#pragma parallel reduction(+ : sum) shape(values[50 * 34])
  for (int i = 50; i < 100; ++i) sum += values[i];
  std::printf("heat %.6f\n", sum / 100);
}
