// Products of tiles whose rows begin where a function says, the last ones first.
#include <appyl/appyl.hpp>
#include <cstdio>
#include <vector>
using namespace appyl;

std::ptrdiff_t blocks(std::ptrdiff_t n) { return (n + 7) / 8; }

void product(view<const float, 2> x, view<const float, 2> y, view<float, 2> z, int n) {
#pragma parallel unchecked
  for (std::ptrdiff_t i = 0; i < 3; ++i) {
    tile<float, 2> sums = zeros<float>(8, 8);
    for (int k = 0; k < x.extent(1); k += 4)
      sums += dot(x(slice((blocks(n) - 1 - i) * 8, 8), slice(k, 4)), y(slice(k, 4), slice(0, 8)));
    z(slice((blocks(n) - 1 - i) * 8, 8), slice(0, 8)) = sums;
  }
}

int main() {
  std::vector<float> x(20 * 5), y(5 * 20), z(20 * 20);
  for (int k = 0; k < 100; ++k) x[k] = static_cast<float>(k % 7), y[k] = static_cast<float>(k % 5);
  product(view<const float, 2>(x.data(), 20, 5), view<const float, 2>(y.data(), 5, 20),
          view<float, 2>(z.data(), 20, 20), 20);
  double sum = 0;
  for (int k = 0; k < 400; ++k) sum += static_cast<double>(z[k]) * (k % 11);
  std::printf("%g\n", sum);
}
