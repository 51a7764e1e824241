// A parallel loop with a single program: what the lanes of its tiles add up is its own, and no conflict.
// flags: -Iinclude
// run: 1
// run: 6
// run: 64
#include <appyl/appyl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace appyl;

void rowSums(view<const float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < a.extent(0); i += 4)
#pragma parallel
    for (int j = 0; j < 8; j += 8) c(slice(i, 4)) += sum(a(slice(i, 4), slice(j, 8)), 1);
}

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::vector<float> a(n * 8), c(n, 1);
  for (int k = 0; k < n * 8; ++k) a[k] = static_cast<float>(k % 7);
  rowSums({a.data(), n, 8}, c);
  for (int k = 0; k < n; ++k) std::printf("%g ", c[k]);
  std::printf("\n");
}
