// Minima and maxima of some of the iterations: conditions beside the comparison, with places.
#include <cmath>
#include <cstdio>
#include <vector>

struct Point {
  double x, y;
};

static void nearest(const std::vector<Point>& points, int of) {
  double best = 1e30;
  int at = -1;
#pragma parallel reduction(min : best)
  for (int j = 0; j < static_cast<int>(points.size()); ++j) {
    const double dx = points[j].x - points[of].x, dy = points[j].y - points[of].y;
    const double d = dx * dx + dy * dy;
    if (j != of && d < best) {
      best = d;
      at = j;
    }
  }
  std::printf("nearest %a %d\n", best, at);
}

static void masked(const std::vector<int>& x, const std::vector<char>& mask, int limit) {
  int low = 1000, high = -1000;
  long last = -1;
#pragma parallel reduction(min : low)
  for (std::size_t i = 0; i < x.size(); ++i)
    if (mask[i] && low > x[i] && x[i] > limit) low = x[i];
#pragma parallel block(64) reduction(max : high)
  for (long i = 0; i < static_cast<long>(x.size()); ++i)
    if (high <= x[i] && i % 3 != 0) {
      last = i;
      high = x[i];
    }
  std::printf("masked %d %d %ld\n", low, high, last);
}

static void pivots(std::vector<double> a, int n) {
  for (int k = 0; k < n; ++k) {
    double most = 0;
    int row = k;
#pragma parallel reduction(max : most)
    for (int i = 0; i < n; ++i)
      if (i >= k && std::fabs(a[i * n + k]) > most) {
        most = std::fabs(a[i * n + k]);
        row = i;
      }
    std::printf("pivot %d %a\n", row, most);
  }
}

// Both in one statement.
static void together(const std::vector<int>& x) {
  int best = 1 << 30, most = -1;
  unsigned at = 0;
  long last = 7;
#pragma parallel reduction(min : best)
  for (unsigned i = 0; i < x.size(); ++i)
    if (x[i] < best) best = x[i], at = i;
#pragma parallel reduction(max : most)
  for (long i = 0; i < static_cast<long>(x.size()); i += 2)
    if (i % 5 != 0 && x[i] > most) last = i, most = x[i];
  std::printf("together %d %u %d %ld\n", best, at, most, last);
}

int main() {
  unsigned state = 1;
  const auto next = [&](unsigned n) { return (state = state * 1664525u + 1013904223u) / 65536u % n; };
  for (const int n : {0, 1, 2, 100, 1000}) {
    std::vector<Point> points(n);
    std::vector<int> x(n);
    std::vector<char> mask(n);
    for (int i = 0; i < n; ++i) {
      points[i] = {next(1000) / 8.0, next(1000) / 8.0};
      x[i] = static_cast<int>(next(200)) - 100;
      mask[i] = static_cast<char>(next(2));
    }
    if (n > 0) nearest(points, n / 2);
    masked(x, mask, -50);
    together(x);
  }
  std::vector<double> a(49);
  for (double& each : a) each = next(1000) - 500.0;
  pivots(a, 7);
}
