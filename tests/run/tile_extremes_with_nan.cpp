// Largest and smallest lanes of tiles pass over what is not a number, in the library and in all translations.
// flags: -Iinclude
// run: 1
// run: 37
#include <appyl/appyl.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;

static void extremes(view<const double, 2> a, view<double> most, view<double> least, view<int> place) {
#pragma parallel
  for (int i = 0; i < a.extent(0); ++i) {
    most(i) = max(a(i, all));
    least(i) = min(a(i, all) * 2);
    place(i) = static_cast<int>(argmax(a(i, all)));
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 37, m = 6;
  std::vector<double> a(n * m), most(n), least(n);
  std::vector<int> place(n);
  for (int k = 0; k < n * m; ++k) a[k] = k % 5 == 2 || k % 6 == 0 ? NAN : (k * 7) % 13;
  for (int k = 0; k < m; ++k) a[k] = NAN;  // a row of nothing else
  extremes({a.data(), n, m}, {most.data(), n}, {least.data(), n}, {place.data(), n});
  for (int i = 0; i < n; ++i) std::printf("%g %g %d\n", most[i], least[i], place[i]);
}
