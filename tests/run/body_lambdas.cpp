// Lambdas called from loops, and loops inside lambdas.
#include "print.h"
#include <cmath>
#include <vector>

static void called(const double* a, double* b, int n, double factor) {
  const auto scaled = [factor](double x) { return x * factor + 1; };
  auto square = [](auto x) { return x * x; };
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = scaled(a[i]) + square(a[i]);
}

/// Of the file, and not of a function.
static const auto ofFile = [](const double* a, double* b, int n) {
  double s = 0;
#pragma parallel reduction(max : s)
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] + 1;
    s = std::fmax(s, a[i]);
  }
  return s;
};

static void definedInTheBody(const int* a, int* b, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) {
    const auto digit = [&](int k) { return (a[i] + 50) / (k + 1) % 10; };
    int s = 0;
    for (int k = 0; k < 3; ++k) s = s * 10 + digit(k);
    b[i] = s;
  }
}

static void at(const int* a, int* b, int n, int m) {
  const auto index = [m](int i, int j) { return i * m + j; };
#pragma parallel shape(a[n * m])
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) b[i * m + j] = a[index(i, m - 1 - j)];
}

static void inside(std::vector<int>& a) {
  const int n = static_cast<int>(a.size());
  const auto addTo = [&a, n](int x) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += x;
  };
  addTo(3);
  addTo(-1);
  const long total = [&] {
    long s = 0;
#pragma parallel block(32) reduction(+ : s)
    for (int i = 0; i < n; ++i) s += a[i];
    return s;
  }();
  std::printf("%ld\n", total);
}

struct Owner {
  std::vector<int> values;
  int offset = 4;
  void run() {
    const auto body = [this] {
#pragma parallel
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += offset;
    };
    body();
    body();
  }
};

int main() {
  for (int n : sizes) {
    std::vector<double> d(n), e(n);
    fillFraction(d.data(), n, 1);
    called(d.data(), e.data(), n, 0.75);
    print("called", e.data(), n);
    std::printf("%g\n", ofFile(d.data(), e.data(), n));
    print("of file", e.data(), n);
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 2);
    definedInTheBody(a.data(), b.data(), n);
    print("body", b.data(), n);
    at(a.data(), b.data(), n / 4, 4);
    print("index", b.data(), n);
    inside(b);
    Owner owner{b};
    owner.run();
    print("owner", owner.values.data(), n);
  }
}
