// Functions of the library that write to where they are told: elements, members, variables of each iteration.
// not-checked: library
#include "print.h"
#include <cmath>
#include <vector>

struct Parts {
  double fraction, whole;
};

static void intoElements(const double* x, double* fraction, double* whole, int* exponent, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    fraction[i] = std::modf(x[i], &whole[i]);
    whole[i] += std::frexp(x[i], exponent + i);
  }
}

static void intoMembers(const double* x, Parts* parts, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) parts[i].fraction = std::modf(x[i], &parts[i].whole);
}

static void intoRows(const double* x, double (*whole)[4], int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) whole[i][j] += std::modf(x[i] * j, &whole[i][j]);
}

static void intoVariables(const float* x, float* y, int n) {
  float whole = 0;
  int exponent = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    y[i] = std::modf(x[i], &whole);
    y[i] += whole * std::frexp(x[i], &exponent) + exponent;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<double> x(n), fraction(n), whole(n), rows(4 * n);
    std::vector<int> exponent(n);
    std::vector<Parts> parts(n);
    std::vector<float> f(n), g(n);
    for (int i = 0; i < n; ++i) {
      x[i] = (i * 37 % 101 - 50) * 0.75;
      f[i] = static_cast<float>(x[i]);
    }
    intoElements(x.data(), fraction.data(), whole.data(), exponent.data(), n);
    print("fraction", fraction.data(), n);
    print("whole", whole.data(), n);
    print("exponent", exponent.data(), n);
    intoMembers(x.data(), parts.data(), n);
    print("parts", reinterpret_cast<const double*>(parts.data()), 2 * n);
    intoRows(x.data(), reinterpret_cast<double(*)[4]>(rows.data()), n);
    print("rows", rows.data(), 4 * n);
    intoVariables(f.data(), g.data(), n);
    print("variables", g.data(), n);
  }
}
