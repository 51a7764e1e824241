// The greatest and the least of more than two values at once.
#include "print.h"
#include <algorithm>
#include <cmath>
#include <vector>

static void extremes(const double* x, const double* y, int n, double* out) {
  double most = -1000, least = 1000, either = 1000, far = 0;
#pragma parallel reduction(max:most)
  for (int i = 0; i < n; ++i) most = std::max(std::max(most, x[i]), y[i]);
#pragma parallel reduction(least)
  for (int i = 0; i < n; ++i) least = std::min(std::min(least, y[i]), x[i]);
#pragma parallel reduction(either)
  for (int i = 0; i < n; ++i) either = std::min({either, x[i], std::max(y[i], 0.0)});
#pragma parallel reduction(max:far)
  for (int i = 0; i < n; ++i) far = fmax(fmax(fabs(x[i]), far), fabs(y[i]));
  double twice = -1000;
#pragma parallel reduction(twice)
  for (int i = 0; i < n; ++i) twice = std::max(std::max(twice, x[i]), std::max(twice, y[i]));
  out[0] = most, out[1] = least, out[2] = either, out[3] = far, out[4] = twice;
}

// Each row has a length of its own.
static double leastOfRows(const double* x, const int* length, int n) {
  double least = 1000;
#pragma parallel block(8) reduction(min:least)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < (length[i] & 3); ++k) least = std::min(least, x[i] * k);
  return least;
}

int main() {
  for (const int n : sizes) {
    std::vector<double> x(n + 1), y(n + 1), out(5);
    fill(x.data(), n, 4);
    fill(y.data(), n, 5);
    extremes(x.data(), y.data(), n, out.data());
    print("extremes", out.data(), 5);
    std::vector<int> length(n + 1);
    for (int i = 0; i <= n; ++i) length[i] = i * 5 % 7;
    const double least = leastOfRows(x.data(), length.data(), n);
    print("rows", &least, 1);
  }
}
