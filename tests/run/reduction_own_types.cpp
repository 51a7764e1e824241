// Sums of classes with an operator += of their own, which begin with T{}: members, functions beside the class, in a
// namespace, of templates; added to by numbers, too, and nested.
#include "print.h"

#include <vector>

struct Moments {
  long count = 0, sum = 0, square = 0;
  Moments& operator+=(const Moments& o) {
    count += o.count;
    sum += o.sum;
    square += o.square;
    return *this;
  }
  void operator+=(int x) { *this += Moments{1, x, static_cast<long>(x) * x}; }
};

namespace geometry {
struct Box {
  int low, high;
  constexpr Box() : low(1000), high(-1000) {}
  constexpr Box(int a, int b) : low(a), high(b) {}
};
inline void operator+=(Box& a, Box b) {
  a.low = a.low < b.low ? a.low : b.low;
  a.high = a.high > b.high ? a.high : b.high;
}
}  // namespace geometry

template <class T>
struct Pair {
  T first{}, second{};
  Pair& operator+=(const Pair& o) {
    first = first + o.first, second = second + o.second;
    return *this;
  }
};

static Moments moments(const int* v, int n) {
  Moments m;
#pragma parallel reduction(+ : m)
  for (int i = 0; i < n; ++i) m += Moments{1, v[i], static_cast<long>(v[i]) * v[i]};
  return m;
}

static void byNumbers(const int* v, int n, Moments& m) {
#pragma parallel block(16) reduction(+ : m)
  for (int i = 0; i < n; ++i)
    if (v[i] > 0) m += v[i];
}

static geometry::Box box(const int* v, int n) {
  geometry::Box b;
#pragma parallel reduction(+ : b)
  for (int i = 0; i < n; ++i) {
    b += geometry::Box(v[i], v[i]);
    b += geometry::Box(v[i] - 1, v[i] / 2);
  }
  return b;
}

static Pair<double> pairs(const int* v, int n, int m) {
  Pair<double> p;
  Pair<long> q;
#pragma parallel reduction(+ : p, q)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) {
      p += Pair<double>{v[i] * 0.5, 1.0 * j};
      q += Pair<long>{v[i], j};
    }
  p.first += static_cast<double>(q.first - q.second);
  return p;
}

int main() {
  for (const int n : sizes) {
    std::vector<int> v(n);
    for (int i = 0; i < n; ++i) v[i] = i * 7 % 101 - 50;
    const Moments m = moments(v.data(), n);
    Moments other{5, 6, 7};
    byNumbers(v.data(), n, other);
    const geometry::Box b = box(v.data(), n);
    const Pair<double> p = pairs(v.data(), n, 3);
    std::printf("%d: %ld %ld %ld, %ld %ld %ld, %d %d, %g %g\n", n, m.count, m.sum, m.square, other.count, other.sum,
                other.square, b.low, b.high, p.first, p.second);
  }
}
