// Single elements of a tile that are assigned between statements on all of it.
// flags: -Iinclude
// run: 0
// run: 1
// run: 9
#include <appyl/appyl.hpp>
#include <cstdlib>
#include "print.h"
#include <vector>
using namespace appyl;
constexpr int B = 8;

void recurrence(view<const double> a, view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    tile<double> t = zeros<double>(B);
    t(0) = a(i);
    for (int k = 1; k < B; ++k) t(k) = t(k - 1) * 0.5 + k;
    t *= 2;
    t(i % B) += sum(t) + max(t);
    t(B - 1) -= t(0);
    c(i, slice(B)) = t;
  }
}
void diagonal(view<const double, 2> a, view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    tile<double, 2> t = full(0.5, 4, 4);
    for (int k = 0; k < 4; ++k) t(k, k) = a(i, k);
    if (t(0, 0) > 1) t(3, 0) = sum(t);
    c(i, slice(4)) = sum(t, 1);
    c(i, slice(4, 4)) = max(t, 0);
  }
}
void until(view<double, 2> c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    tile<double> t = full(1.0, B);
    t += c(i, slice(B));
    double size = sum(abs(t));
    while (size > 1) {
      t = t * 0.5;
      t(3) += 0.01;
      size = sum(abs(t));
    }
    c(i, slice(B)) = t;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 9;
  std::vector<double> a(n * 4), c(n * B);
  fill(a.data(), a.size(), 1);
  const view<double, 2> results(c.data(), n, B);
  recurrence(view<const double>(a.data(), n), results, n);
  print("recurrence", c.data(), c.size());
  diagonal(view<const double, 2>(a.data(), n, 4), results, n);
  print("diagonal", c.data(), c.size());
  until(results, n);
  print("until", c.data(), c.size());
}
