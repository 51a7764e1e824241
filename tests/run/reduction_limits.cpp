// Minima and maxima at the ends of their types, of infinities and beside NaN, and pairs where nothing beats the start.
#include "print.h"
#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <vector>

static double least(const double* a, int n, double start) {
  double m = start;
#pragma parallel reduction(min : m)
  for (int i = 0; i < n; ++i)
    if (a[i] < m) m = a[i];
  return m;
}

static float most(const float* a, int n, float start) {
  float m = start;
#pragma parallel block(16) reduction(max : m)
  for (int i = 0; i < n; ++i) m = std::max(m, a[i]);
  return m;
}

static double leastByFmin(const double* a, int n) {
  double m = INFINITY;
#pragma parallel reduction(min : m)
  for (int i = 0; i < n; ++i) m = std::fmin(m, a[i]);
  return m;
}

template <class T>
static void ends(const std::vector<T>& a) {
  T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::lowest();
#pragma parallel reduction(min : low) reduction(max : high)
  for (std::size_t i = 0; i < a.size(); ++i) {
    low = std::min(low, a[i]);
    high = std::max(high, a[i]);
  }
  std::printf("%a %a\n", static_cast<double>(low), static_cast<double>(high));
}

static void nothingBeatsTheStart(const int* a, int n) {
  int best = INT_MAX, at = -1;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
  std::printf("%d %d\n", best, at);
}

static void bestBesideNan(const double* a, int n) {
  double best = -INFINITY;
  long at = -1;
#pragma parallel reduction(max : best)
  for (long i = 0; i < n; ++i)
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  std::printf("%a %ld\n", best, at);
}

int main() {
  for (int n : {0, 1, 2, 129}) {
    const std::vector<double> infinite(n, INFINITY), lowest(n, -INFINITY), nothing(n, NAN);
    std::printf("%a %a %a\n", least(infinite.data(), n, INFINITY), least(nothing.data(), n, INFINITY),
                least(lowest.data(), n, 3.0));
    std::printf("%a %a\n", least(infinite.data(), n, 1e308), leastByFmin(infinite.data(), n));
    const std::vector<float> down(n, -INFINITY);
    std::printf("%a\n", static_cast<double>(most(down.data(), n, -INFINITY)));
    std::vector<double> mixed(n, NAN);
    for (int i = 0; i < n; i += 3) mixed[i] = i % 50;
    std::printf("%a %a\n", least(mixed.data(), n, 1.0), leastByFmin(mixed.data(), n));
    bestBesideNan(mixed.data(), n);
    bestBesideNan(nothing.data(), n);
    bestBesideNan(lowest.data(), n);
    ends(std::vector<int>(n, INT_MAX));
    ends(std::vector<int>(n, INT_MIN));
    const std::vector<unsigned char> bytes(n, 255);
    ends(bytes);
    ends(std::vector<signed char>(n, -128));
    ends(std::vector<unsigned>(n, 0));
    ends(std::vector<long long>(n, LLONG_MIN));
    ends(infinite);
    ends(lowest);
    const std::vector<int> top(n, INT_MAX);
    nothingBeatsTheStart(top.data(), n);
  }
}
