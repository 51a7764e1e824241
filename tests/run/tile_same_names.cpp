// Variables of one name in one program: counters that begin at zero and others, constants.
// flags: -Iinclude
// run: 0
// run: 5
// run: 16
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace appyl;

void counters(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 2; ++k) c(i) += sum(load(a(slice(k, 4)), k + arange<int>(4) < n, 1.0));
    for (int k = -2; k < 3; ++k) c(i) += sum(a(slice(k, 4)));
    for (int k = 0; k < 3; ++k) c(i) += sum(load(a(slice(k, 4)), k + arange<int>(4) < n, 1.0));
    for (int k = -2; k < 3; ++k)
      c(i) += sum(load(a(slice(k, 4)), k + arange<int>(4) < n && k + arange<int>(4) >= 0, 1.0));
  }
}
void constants(view<const double> a, view<double> c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    {
      const int k = static_cast<int>(a.extent(0)) - 4;
      c(i) += sum(a(slice(k, 4)));
    }
    {
      const int k = i % 4;
      c(i) += sum(a(slice(k, 4)));
    }
  }
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8;
  std::vector<double> a(n + 5), c(n);
  for (int i = 0; i < n; ++i) a[i] = i * 1.5 + 1;
  counters(view<const double>(a), view<double>(c), n);
  constants(view<const double>(a), view<double>(c), n);
  for (double each : c) std::printf("%g ", each);
}
