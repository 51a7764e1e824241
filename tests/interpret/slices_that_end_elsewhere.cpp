// Arrays in which the slices end elsewhere than the loops that they have become: the program runs on slices, and
// is checked all the same.
#include <appyl/appyl.hpp>

#include <cstdio>
#include <vector>

using namespace appyl;

static void shifted(int n, view<const float> x, view<float> y) {
#pragma parallel
  for (int i = 0; i < n; i += 8) y(slice(i - i % 16 * PLANTED, 8)) = 2 * x(slice(i + 1, 8));  // finds: y[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 8 [appyl-conflict]
}

static void sums(int n, int m, view<const float, 2> a, view<float> y) {
#pragma parallel
  for (int i = 0; i < n; i += 4) {
    // Rows behind the last one do not exist.
    const tile<float> part =
        sum(a(slice(i, 4), slice(m)), 1);  // finds: a[5][2] is read, but nothing has written it; program (1), i = 4 [appyl-uninitialized]
    y(slice(i, 4)) = part;
  }
}

int main() {
  const int n = 64;
  std::vector<float> x(n, 1), y(n);
  shifted(n + 5, view<const float>(x.data(), n - 3), view<float>(y.data(), n));
  float* const a = new float[6 * 5];
  for (int k = 0; k < 6 * 5; ++k)
    if (k != 27 || !PLANTED) a[k] = 1;
  sums(9, 5, {a, 6, 5}, y);
  delete[] a;
  std::printf("%g\n", y[0]);
}
