// Members of elements whose type a template leaves open: they are written, and the other members keep their values.
#include "print.h"
#include <vector>

struct Point {
  double x, y;
};

template <class E>
static void one(E* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i].x = -1.0 * i;
}
template <class E>
static void byPointer(E* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) (b + i)->y += 3;
}
template <class E>
static void byReference(std::vector<E>& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& p = b[i];
    p.x += p.y;
  }
}
template <class E>
static void neighbours(E* b, int n) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i) b[i].x = b[i + 1].y;
}
template <class E>
static void whole(E* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = E{1.0 * i, 2};
}

int main() {
  for (int n : sizes) {
    std::vector<Point> b(n);
    fillFraction(reinterpret_cast<double*>(b.data()), 2 * n, 3);
    const auto show = [&] { print("points", reinterpret_cast<double*>(b.data()), 2 * n); };
    one(b.data(), n), show();
    byPointer(b.data(), n), show();
    byReference(b, n), show();
    neighbours(b.data(), n), show();
    whole(b.data(), n), show();
  }
}
