// Shortest paths between all nodes.
#include "program.hpp"

#include <algorithm>

constexpr int N = 2800;

static void floydWarshall(double (*path)[N]) {
  for (int k = 0; k < N; k++)
#pragma parallel unchecked
    for (int i = 0; i < N; i++)
#pragma parallel unchecked
      for (int j = 0; j < N; j++) path[i][j] = std::min(path[i][j], path[i][k] + path[k][j]);
}

int main() {
  kernels::Matrix<N> path(N, 997, 1);
  for (int i = 0; i < N; ++i) path.rows()[i][i] = 0;
  kernels::time([&] { floydWarshall(path.rows()); }, path.elements);
}
