// Bounds that are not plain names: other types than the counter's, expressions, calls, members.
#include "print.h"
#include <algorithm>
#include <cstddef>
#include <vector>

struct Grid {
  int nx, ny;
  int points() const { return nx * ny; }
};

static void otherTypes(std::vector<int>& v, long n, short first) {
  const std::size_t count = v.size();
#pragma parallel block
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i);
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] += 2;
#pragma parallel block(10)
  for (long i = first; i < n; ++i) v[i] += 3;
#pragma parallel
  for (unsigned i = 0; i < count; ++i) v[i] ^= 1;
}

static void expressions(int* a, const Grid& g) {
#pragma parallel block
  for (int i = g.nx - g.nx; i < g.nx * g.ny; ++i) a[i] += i % g.nx;
#pragma parallel
  for (int i = 0; i < g.points(); i += g.nx) a[i] = -1;
#pragma parallel
  for (int i = g.points() / 3; i < std::min(g.points(), 100); ++i) a[i] += 1000;
#pragma parallel block(16)
  for (int i = std::max(1, g.nx - 3); i <= (g.points() + 1) / 2; ++i) a[i - 1] -= 7;
}

// Counter and bound of different signedness, as in the code that everybody writes against size().
static long mixedSign(const std::vector<long>& v) {
  long s = 0;
  const int n = static_cast<int>(v.size());
#pragma parallel reduction(+ : s)
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) s += v[i];
  return s;
}

int main() {
  for (int n : {8, 127, 128, 129}) {
    std::vector<int> v(n);
    otherTypes(v, n, 3);
    print("types", v.data(), v.size());
  }
  for (int nx : {1, 5, 12}) {
    const Grid g{nx, 11};
    std::vector<int> a(g.points());
    fill(a.data(), a.size(), 3);
    expressions(a.data(), g);
    print("expressions", a.data(), a.size());
  }
  std::vector<long> v(1000);
  fill(v.data(), v.size(), 4);
  std::printf("%ld\n", mixedSign(v));
}
