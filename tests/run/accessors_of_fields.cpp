// Accessors that could change what they give, of objects that a loop only reads; and a number of iterations that an
// earlier loop has computed.
#include "print.h"
#include <vector>

struct Field {
  double& operator()(int i) { return values[i]; }
  double& at(int i) { return values[i]; }
  std::vector<double> values;
};

struct Matrix {
  double& operator()(int i, int j) { return values[i * width + j]; }
  int width;
  double* values;
};

static void add(int n, Field& v, Field& x, Field& y) {
#pragma parallel
  for (int i = 0; i < n; ++i) v(i) = x(i) + y(i);
}

static void scale(int n, Field& v, Field& x, Field& y) {
#pragma parallel
  for (int i = 0; i < n; ++i) v.at(i) = x.at(i) * y.at(n - 1 - i) - x(i);
}

static void combine(int n, int m, Matrix& v, Matrix& x, Matrix& y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) v(i, j) += x(i, j) * y(i, 0);
}

static void counted(int n, int* count, double* x) {
  for (int step = 0; step < 2; ++step) {
#pragma parallel
    for (int i = 0; i < 1; ++i) count[i] = n / 2 + step;
#pragma parallel
    for (int i = 0; i < count[0]; ++i) x[i] += i;
  }
}

int main() {
  for (int n : sizes) {
    Field v{std::vector<double>(n)}, x = v, y = v;
    fillFraction(x.values.data(), x.values.size(), 1);
    fillFraction(y.values.data(), y.values.size(), 2);
    add(n, v, x, y);
    print("add", v.values.data(), v.values.size());
    scale(n, v, x, y);
    print("scale", v.values.data(), v.values.size());
    std::vector<double> a(3 * n), b(3 * n), c(3 * n);
    fill(b.data(), b.size(), 3);
    fill(c.data(), c.size(), 4);
    Matrix of{3, a.data()}, with{3, b.data()}, by{3, c.data()};
    combine(n, 3, of, with, by);
    print("combine", a.data(), a.size());
    int count = 0;
    std::vector<double> some(n + 2);
    counted(n, &count, some.data());
    print("counted", some.data(), some.size());
  }
}
