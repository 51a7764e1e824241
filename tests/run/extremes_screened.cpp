// Minima and maxima whose blocks are compared before they run: in every spelling, beside sums, with places, over rows.
// flags: -std=c++20
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

struct Random {
  std::uint64_t state = 42;
  int below(int n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((state >> 33) % static_cast<std::uint64_t>(n));
  }
};

static void smallest(const std::vector<double>& x) {
  const int n = static_cast<int>(x.size());
  double a = 1e9, b = 1e9, c = 1e9, d = 1e9, e = 1e9, f = 1e9;
#pragma parallel reduction(min : a, b, c, d, e, f)
  for (int i = 0; i < n; ++i) {
    a = std::min(a, x[i]);
    b = std::min({b, x[i]});
    c = std::fmin(c, x[i]);
    d = x[i] < d ? x[i] : d;
    if (x[i] < e) e = x[i];
    if (f > x[i]) f = x[i];
  }
  std::printf("smallest %a %a %a %a %a %a\n", a, b, c, d, e, f);
}

static void largest(const std::vector<float>& x) {
  float a = -1e9f, b = -1e9f, c = -1e9f, d = -1e9f, e = -1e9f, f = -1e9f;
#pragma parallel block(64) reduction(max : a, b, c, d, e, f)
  for (std::size_t i = 0; i < x.size(); ++i) {
    a = std::max(a, x[i] * 2);
    b = std::max({b, x[i] + 1});
    c = std::fmax(x[i], c);
    d = d < x[i] ? x[i] : d;
    e = e > x[i] ? e : x[i];
    if (x[i] >= f) f = x[i];
  }
  std::printf("largest %a %a %a %a %a %a\n", a, b, c, d, e, f);
}

// Integers of other types than the result's.
static void mixed(const std::vector<int>& x, const unsigned char* bytes) {
  long low = 100, high = -100;
  double least = 1e3;
  unsigned narrow = 1000;
#pragma parallel reduction(min : low, least) reduction(max : high) reduction(min : narrow)
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    low = std::min<long>(x[i], low);
    high = std::max<long>(high, x[i]);
    least = std::min<double>(least, x[i]);
    narrow = std::min<unsigned>(narrow, bytes[i]);
  }
  std::printf("mixed %ld %ld %a %u\n", low, high, least, narrow);
}

// What only one of the two loops needs stands only there.
static void besideSums(const std::vector<double>& x, const std::vector<int>& ids) {
  double sum = 0, squares = 0, best = -1;
  long count = 0;
  int at = -1;
#pragma parallel reduction(+ : sum, squares, count) reduction(max : best)
  for (std::size_t i = 0; i < x.size(); ++i) {
    double value = std::abs(x[i]);
    const double twice = 2 * value, square = value * value;
    const int id = ids[i];
    sum += twice;
    squares += square;
    ++count;
    if (value > best) {
      best = value;
      at = id;
    }
  }
  std::printf("sums %.6g %.6g %ld %a %d\n", sum, squares, count, best, at);
}

// Of equal ones the first, or the last.
static void places(const std::vector<int>& x) {
  int best = 1 << 30, last = -1;
  long at = -1, lastAt = -1;
#pragma parallel reduction(min : best)
  for (long i = 0; i < static_cast<long>(x.size()); ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
#pragma parallel block(32) reduction(max : last)
  for (long i = static_cast<long>(x.size()) - 1; i >= 0; i -= 3)
    if (last <= x[i]) {
      lastAt = i;
      last = x[i];
    }
  std::printf("places %d %ld %d %ld\n", best, at, last, lastAt);
}

// The innermost of several loops, tiled, joined, or inside of a program.
static void rows(const std::vector<double>& x, int n, int m) {
  double a = -1, b = -1, c = -1, best = 1e9;
  int row = -1;
#pragma parallel reduction(max : a)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) a = std::max(a, x[i * m + j]);
#pragma parallel block(4) reduction(max : b)
  for (int i = 0; i < n; ++i)
#pragma parallel block(40)
    for (int j = 0; j < m; ++j) b = std::max(b, x[i * m + j] - i);
#pragma parallel reduction(max : c)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < m; ++j) c = std::max(c, std::abs(x[i * m + j] - x[i * m]));
#pragma parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (x[i * m + j] < best) {
        best = x[i * m + j];
        row = i;
      }
  std::printf("rows %a %a %a %a %d\n", a, b, c, best, row);
}

// No number is below what is none.
static void none(std::vector<double> x) {
  for (std::size_t i = 0; i < x.size(); i += 3) x[i] = std::numeric_limits<double>::quiet_NaN();
  if (x.size() > 400) x[400] = -std::numeric_limits<double>::infinity();
  double a = std::numeric_limits<double>::infinity(), b = std::nan(""), c = std::nan(""), d = 5;
#pragma parallel reduction(min : a, b, c, d)
  for (std::size_t i = 0; i < x.size(); ++i) {
    a = std::min(a, x[i]);
    b = std::fmin(b, x[i]);
    if (x[i] < c) c = x[i];
    d = x[i] <= d ? x[i] : d;
  }
  std::printf("none %d %d %a %d %a %a\n", std::isnan(a), std::isnan(b), a, std::isnan(c), std::isnan(b) ? 0 : b, d);
}

struct Box {
  double low = 1e9, high = -1e9;
  std::vector<double> x;
  void measure() {
#pragma parallel reduction(min : low) reduction(max : high)
    for (std::size_t i = 0; i < x.size(); ++i) {
      low = std::min(low, x[i]);
      high = std::max(high, x[i]);
    }
    std::printf("box %a %a\n", low, high);
  }
};

static void others(std::span<const std::int16_t> x, std::int16_t first) {
  std::int16_t low = first;
  bool any = false;
  int step = 7;
#pragma parallel reduction(min : low)
  for (unsigned i = 0; i < x.size(); ++i)
    if (x[i] < low) low = x[i];
  int high = -1;
#pragma parallel reduction(max : high)
  for (int i = 0; i < static_cast<int>(x.size()); i += step) high = high < x[i] ? x[i] : high;
  std::printf("others %d %d %d\n", low, high, any);
}

int main() {
  Random random;
  for (const int n : {0, 1, 31, 255, 256, 257, 1000, 5000}) {
    std::vector<double> x(n);
    std::vector<float> y(n);
    std::vector<int> z(n), ids(n);
    std::vector<unsigned char> bytes(n);
    std::vector<std::int16_t> shorts(n);
    for (int i = 0; i < n; ++i) {
      x[i] = random.below(100000) / 8.0 - 3000;
      y[i] = static_cast<float>(random.below(1000));
      z[i] = random.below(50) - 25;
      ids[i] = random.below(1000);
      bytes[i] = static_cast<unsigned char>(5 + random.below(200));
      shorts[i] = static_cast<std::int16_t>(random.below(30000));
    }
    smallest(x), largest(y), mixed(z, bytes.data()), besideSums(x, ids), places(z), none(x);
    Box box;
    box.x = x;
    box.measure();
    others(shorts, 32000);
    rows(x, n / 100, 100);
    rows(x, n / 17, 17);
    rows(x, n / 600, 600);
    std::sort(x.begin(), x.end());  // every block changes the one or the other
    smallest(x), besideSums(x, ids), none(x);
    std::reverse(x.begin(), x.end());
    smallest(x), besideSums(x, ids);
  }
}
