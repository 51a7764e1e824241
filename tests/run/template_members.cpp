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

// Friends that a class template defines, with its parameters.
template <class T>
class Square {
 public:
  Square(int n, T value) : n(n), cells(n * n, value) {}
  friend Square operator+(const Square& a, const Square& b) {
    Square c(a.n, T());
#pragma parallel
    for (int i = 0; i < c.n * c.n; ++i) c.cells[i] = a.cells[i] + 2 * b.cells[i];
    return c;
  }
  friend T total(const Square& a) {
    T sum = 0;
#pragma parallel reduction(+ : sum)
    for (int i = 0; i < a.n * a.n; ++i) sum += a.cells[i];
    return sum;
  }
  template <class U>
  friend void fillBy(Square<T>& a, U by) {
#pragma parallel
    for (int i = 0; i < a.n * a.n; ++i) a.cells[i] = static_cast<T>(by * i);
  }

 private:
  int n;
  std::vector<T> cells;
};

static void friends(int n) {
  Square<double> a(n, 1), b(n, 2);
  fillBy(a, 3);
  std::printf("friends %g\n", total(a + b));
}

int main() {
  friends(9);
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
