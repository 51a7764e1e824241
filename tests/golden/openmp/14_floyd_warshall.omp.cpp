// The shortest ways between all pairs of towns, by the algorithm of Floyd and Warshall. Round k allows ways
// through town k: the loop over k is sequential, the two loops inside are parallel, in place. They read row k
// and column k of the very matrix that they write, which looks like a conflict, and is one that does no harm:
// a way from k to k has length 0, so round k leaves that row and that column as they are. `unchecked` says
// that the author knows.
//
// run: --check 0
// run: --check 1
// run: --check 7
// run: --check 65
// run: --check 128
// run: --check 129
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
#include "sample.hpp"

#include <cstddef>
#include <limits>
#include <vector>

constexpr int unreachable = std::numeric_limits<int>::max() / 2;

void shortestWays(int n, int* distance) {
  const std::size_t pitch = n;
  // Each thread runs this loop; they share the iterations of those inside.
  #pragma omp parallel
  for (int k = 0; k < n; ++k)
    // shortestWays_kernel0: a grid of ceildiv(n, 16) x ceildiv(n, 256) programs, blocks of 16
    //   of i and 256 of j.
    // Reads distance (16 x 1), distance (1 x 256); writes distance (16 x 256).
    // Unchecked: the author vouches for the iterations' independence.
    // Rows are walked from end to end, up to 8192 of j at once.
    #pragma omp for collapse(2) schedule(static) firstprivate(n, distance, pitch)
    for (int i = 0; i < n; ++i)
      for (long long j_block = 0; j_block < n; j_block += 8192) {
        const int j_end = static_cast<int>(j_block + 8192 < n ? j_block + 8192 : n);
        #pragma omp simd
        for (int j = static_cast<int>(j_block); j < j_end; ++j) {
          const int detour = distance[i * pitch + k] + distance[k * pitch + j];
          if (detour < distance[i * pitch + j]) distance[i * pitch + j] = detour;
        }
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
