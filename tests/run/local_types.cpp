// Types of the function that a loop names: enumerators, classes with methods, aliases, and what these name.
#include "print.h"
#include <cmath>

static double halved(double x) { return x / 2; }

static void inFront(int n, double* a) {
  enum { Low, High = 3 };
  enum class Kind { Odd = 1, Even };
  using real = double;
  constexpr int width = 4;
  const real scale[2] = {2, 3};
  const real shift = 0.5;
  struct Local {
    using value = real;
    value x;
    real row[width] = {1, 2, 3, 4};
    explicit Local(real start) : x(start) {}
    void add(real y) { x += halved(y) + row[width - 1]; }
    real get() const {
      const real factor = 2;
      return x * static_cast<int>(High) * factor;
    }
    real both() const {
      const real factor = 3;
      return x * factor;
    }
  };
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Local l(1);
    l.add(i);
    a[i] = l.get() + l.both() + scale[i % 2] + static_cast<int>(i % 2 ? Low : High) + shift +
           (i % 3 == 0 ? static_cast<int>(Kind::Odd) : static_cast<int>(Kind::Even));
  }
} static void behindABrace(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    struct Inside {
      double x;
      double root() const { return std::sqrt(x) + halved(x); }
    };
    const Inside inside{a[i] * a[i]};
    a[i] = inside.root();
  }
}

static double helped(double x) {
  struct Sum {
    double total = 0;
    void add(double y) { total += halved(y); }
  };
  Sum sum;
  for (int k = 0; k < 3; ++k) sum.add(x + k);
  return sum.total;
}

static void throughHelper(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += helped(a[i]);
}

int main() {
  for (const int n : sizes) {
    double a[300];
    fill(a, n, 3);
    inFront(n, a);
    behindABrace(n, a);
    throughHelper(n, a);
    print("a", a, n);
  }
}
