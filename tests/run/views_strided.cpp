// Views with strides of their own, also by which rows overlap: then they are written in order.
#include <algorithm>
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

// The numbers of a view are those that it was made with, whatever has become of their names.
static int distance = 5;
static void shorten() { distance = 100; }

static void changed(double* p, int n, int m) {
  appyl::view<double, 2> a(p, {n, m}, {distance, 1});
  shorten();
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a(i, j) = 2 * a(i, j) + i;
}

static void hidden(double* p, int n, int m, int stride) {
  const appyl::view<double, 2> a(p, {n, m}, {stride, 1});
  for (int turn = 0; turn < 2; ++turn) {
    const int stride = 100 + turn;
#pragma parallel
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) a(i, j) = 2 * a(i, j) + i + stride;
  }
}

static appyl::view<double, 2> frames(double* p, int n, int m, int n2) { return {p, {n, m}, {n2, 1}}; }
static void returned(double* p, int n, int m, int stride) {
  auto a = frames(p, n, m, stride);
  const auto run = [a](int rows, int columns) {
#pragma parallel
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) a(i, j) = 2 * a(i, j) + i;
  };
  run(n, m);
}

static void reassigned(double* p, int n, int m, int stride) {
  appyl::view<double, 2> a(p, {n, m}, {100, 1});
  a = appyl::view<double, 2>(p, {n, m}, {stride, 1});
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a(i, j) = 2 * a(i, j) + i;
}

/// All at one place where the stride is 0.
static void apart(double* p, int n, std::ptrdiff_t stride) {
  appyl::view<double> a(p, {n}, {stride});
#pragma parallel
  for (int i = 0; i < n; ++i) a(i) = 2 * a(i) + i;
}

int main() {
  for (int stride : {7, 5, 3, 1}) {
    std::vector<double> a(60), b(60);
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = b[k] = static_cast<double>(k);
    rows(a.data(), 8, 5, stride);
    columns(b.data(), 5, 8, stride);
    distance = stride;
    changed(a.data(), 8, 5);
    hidden(a.data(), 8, 5, stride);
    returned(b.data(), 8, 5, stride);
    reassigned(b.data(), 8, 5, stride);
    apart(a.data() + 20, 9, std::max(stride - 3, 0));
    print("a", a.data(), a.size());
    print("b", b.data(), b.size());
  }
}
