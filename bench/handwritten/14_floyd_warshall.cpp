// The program of the sample of the same name, with the directives that an OpenMP user writes by hand in place
// of the annotations. Everything else is kept, so that both differ in their directives only.
#include "sample.hpp"

#include <cstddef>
#include <limits>
#include <vector>

constexpr int unreachable = std::numeric_limits<int>::max() / 2;

void shortestWays(int n, int* distance) {
  const std::size_t pitch = n;
  for (int k = 0; k < n; ++k)
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const int detour = distance[i * pitch + k] + distance[k * pitch + j];
        if (detour < distance[i * pitch + j]) distance[i * pitch + j] = detour;
      }
}

void shortestWaysSequential(int n, int* distance) {
  const std::size_t pitch = n;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const int detour = distance[i * pitch + k] + distance[k * pitch + j];
        if (detour < distance[i * pitch + j]) distance[i * pitch + j] = detour;
      }
}

// Roads from every town to a few others.
std::vector<int> roads(int n) {
  sample::Random random;
  const std::size_t pitch = n;
  std::vector<int> distance(pitch * pitch, unreachable);
  for (int i = 0; i < n; ++i) {
    for (int road = 0; road < 6; ++road) distance[i * pitch + random.below(n)] = 1 + random.below(100);
    distance[i * pitch + i] = 0;
  }
  return distance;
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 700}});
  const int n = static_cast<int>(program.size(0));

  const std::vector<int> start = roads(n);
  std::vector<int> expected, actual;
  program.kernel(
      "floyd-warshall",
      [&] {
        expected = start;
        shortestWaysSequential(n, expected.data());
      },
      [&] {
        actual = start;
        shortestWays(n, actual.data());
      },
      [&] { return sample::same(expected, actual); });
  return program.status();
}
