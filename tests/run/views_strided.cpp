// Views with strides of their own, also by which rows overlap: then they are written in order.
#include <appyl/appyl.hpp>
#include "print.h"
#include <vector>

static void rows(double* p, std::ptrdiff_t n, std::ptrdiff_t m, std::ptrdiff_t stride) {
  appyl::view<double, 2> a(p, {n, m}, {stride, 1});
#pragma parallel
  for (std::ptrdiff_t i = 0; i < n; ++i)
    for (std::ptrdiff_t j = 0; j < m; ++j) a(i, j) = 2 * a(i, j) + static_cast<double>(i);
}

static void columns(double* p, unsigned n, unsigned m, unsigned stride) {
  appyl::view<double, 2> a(p, {n, m}, {1, stride});
#pragma parallel
  for (unsigned j = 0; j < m; ++j)
    for (unsigned i = 0; i < n; ++i) a(i, j) = a(i, j) * 0.5 + j;
}

int main() {
  for (int stride : {7, 5, 3, 1}) {
    std::vector<double> a(60), b(60);
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = b[k] = static_cast<double>(k);
    rows(a.data(), 8, 5, stride);
    columns(b.data(), 5, 8, stride);
    print("a", a.data(), a.size());
    print("b", b.data(), b.size());
  }
}
