// Sizes that views and objects compute of what has no name outside of them.
// expect-warning: [appyl-unproved]
#include <appyl/appyl.hpp>

#include "print.h"

#include <vector>

static int halved(int n) { return n > 1 ? n / 2 : n; }
struct Field {
  std::vector<double> cells;
  int width;
  int count() const { return halved(width); }
};

static void all(appyl::view<double, 2> a) {
#pragma parallel
  for (std::ptrdiff_t i = 0; i < a.size(); ++i) a.data()[i] += static_cast<double>(a.size());
  auto flat = a.reshape(a.size());
#pragma parallel
  for (std::ptrdiff_t i = 0; i < flat.size(); ++i) flat(i) *= 2;
}

static void both(Field& a, const Field& b) {
  double* x = a.cells.data();
  const double* y = b.cells.data();
#pragma parallel
  for (int i = 0; i < a.count(); ++i)
#pragma parallel
    for (int j = 0; j < b.count(); ++j) x[i * b.count() + j] += y[j];
}

int main() {
  for (const int n : {0, 1, 7, 40}) {
    std::vector<double> x(static_cast<std::size_t>(n) * (n + 1), 1.0);
    all(appyl::view<double, 2>(x.data(), n, n + 1));
    print("all", x.data(), x.size());
    Field a{x, n}, b{x, n + 1};
    both(a, b);
    print("both", a.cells.data(), a.cells.size());
  }
}
