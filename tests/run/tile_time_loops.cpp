// Tile programs in a time loop: their arrays stay on the device, also where a step is done by the host because
// its slices end elsewhere, and in a `data` region.
// flags: -Iinclude
// run: 3 37 37
// run: 4 37 32
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;
constexpr int B = 8;

void swing(view<double> a, view<double> b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 0; i < n; i += B) b(slice(i, B)) = a(slice(i, B)) * 0.5;
#pragma parallel
    for (int i = 0; i < n; i += B) a(slice(i, B)) = b(slice(i, B)) - 1.0;
  }
}
void smooth(view<double> a, view<double> b, int n, int steps) {
#pragma data(a, b)
  {
    for (int t = 0; t < steps; ++t) {
#pragma parallel
      for (int i = 1; i < n - 1; ++i) b(i) = (a(i - 1) + a(i) + a(i + 1)) / 2;
#pragma parallel
      for (int i = 0; i < n; i += B) a(slice(i, B)) = b(slice(i, B)) - 1.0;
      a(0) += 1;
    }
  }
}
void growing(std::vector<double>& v, int steps) {  // what the host does here gives up the array's memory
  for (int t = 0; t < steps; ++t) {
    const int n = static_cast<int>(v.size());
    if (t != 1) {
#pragma parallel
      for (int i = 0; i < n; ++i) v[i] = v[i] * 2 + 1;
    } else {
      v.resize(v.size() + 1000, 3.0);
    }
  }
}
int main(int argc, char** argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 3, n = argc > 2 ? std::atoi(argv[2]) : 37,
            part = argc > 3 ? std::atoi(argv[3]) : n;
  std::vector<double> a(n), b(n);
  for (int i = 0; i < n; ++i) a[i] = (i * 37 + 11) % 19 - 7, b[i] = i % 5;
  swing({a.data(), part}, {b.data(), n}, n, steps);
  smooth({a.data(), n}, {b.data(), part}, part, steps);
  std::vector<double> v(n, 1.0);
  growing(v, steps);
  std::printf("%zu %g %g\n", v.size(), v.front(), v.back());
  for (int i = 0; i < n; ++i) std::printf("%.10g %.10g\n", a[i], b[i]);
}
