// A minimum or maximum with the places that go along: several variables, members of a struct that is a variable, a
// parameter by reference, or behind a pointer.
#include "print.h"

#include <limits>
#include <vector>

struct Best {
  double value;
  int at;
};
struct Corner {
  struct {
    long row;
    short column;
  } place;
  double height;
};

static Best nearest(const double* d, int n) {
  Best b{1e300, -1};
#pragma parallel reduction(min : b.value)
  for (int i = 0; i < n; ++i)
    if (d[i] < b.value) {
      b.value = d[i];
      b.at = i;
    }
  return b;
}

static void last(const double* d, int n, Best& b) {
#pragma parallel block(8) reduction(max : b.value)
  for (int i = 0; i < n; ++i)
    if (d[i] >= b.value) b.at = i, b.value = d[i];
}

static void backwards(const double* d, int n, Best* b) {
#pragma parallel reduction(min : b->value)
  for (int i = n - 1; i >= 0; --i)
    if (i % 3 != 1 && b->value > d[i]) {
      b->at = n - i;
      b->value = d[i];
    }
}

static void highest(const double* d, int n, int m, Corner& c) {
#pragma parallel reduction(max : c.height)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (d[i * m + j] > c.height) {
        c.place.row = i;
        c.height = d[i * m + j];
        c.place.column = static_cast<short>(j);
      }
}

static long pivot(const double* d, int n, int m, double& least) {
  int row = -1, column = -1;
  bool isLate = false;
  double twice = 0;
#pragma parallel reduction(min : least)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
      if (d[i * m + j] < least) least = d[i * m + j], row = i, column = j, isLate = 2 * i > n, twice = 2.0 * j;
  return (row * 100L + column) * 2 + isLate + static_cast<long>(twice) * 100000;
}

template <class T>
static T generic(const T* d, int n, T& at) {
  T best = std::numeric_limits<T>::max(), other = 0;
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    if (d[i] < best) {
      best = d[i];
      at = static_cast<T>(i);
      other = static_cast<T>(i + 1);
    }
  return best + other;
}

int main() {
  for (const int n : sizes) {
    std::vector<double> d(n);
    fill(d.data(), n, 3);
    for (double& each : d) each = static_cast<int>(each * 7);  // many are equal
    const Best b = nearest(d.data(), n);
    Best other{-1e300, -2}, third{1e300, -3};
    last(d.data(), n, other);
    backwards(d.data(), n, &third);
    Corner corner{{-1, -1}, -1e300};
    highest(d.data(), n / 3, 3, corner);
    double least = 1e300, at = -1;
    const long place = pivot(d.data(), n / 4, 4, least);
    const double both = generic(d.data(), n, at);
    std::printf("%d: %g %d, %g %d, %g %d, %ld %d %g, %ld %g, %g %g\n", n, b.value, b.at, other.value, other.at, third.value,
                third.at, corner.place.row, corner.place.column, corner.height, place, least, both, at);
  }
}
