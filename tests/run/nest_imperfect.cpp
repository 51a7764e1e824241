// Parallel loops with statements before, between and after the inner ones.
#include "print.h"
#include <vector>

static void between(float* a, float* d, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const float base = d[i] * 2.0f;
#pragma parallel
    for (int j = 0; j < m; ++j) a[i * m + j] += base;
    d[i] = base + 1.0f;
#pragma parallel block(8)
    for (int j = 0; j < m; ++j) a[i * m + j] *= 1.5f;
  }
}

static void threeLevels(int* a, int* b, int* c, int n, int m, int l) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    c[i] = i;
#pragma parallel
    for (int j = 0; j < m; ++j) {
      b[i * m + j] = c[i] + j;
#pragma parallel
      for (int k = 0; k < l; ++k) a[(i * m + j) * l + k] = b[i * m + j] * k;
      b[i * m + j] += 1;
    }
    c[i] += 100;
  }
}

// Row by row: the second inner loop reads what the first one of the same row wrote.
static void normalise(const double* x, double* y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < m; ++j) sum += x[i * m + j];
#pragma parallel
    for (int j = 0; j < m; ++j) y[i * m + j] = x[i * m + j] / sum;
#pragma parallel
    for (int j = 0; j < m; ++j) y[i * m + j] += y[i * m + j] * 0.5;
  }
}

static void inABranch(int* a, int n, int m) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 0) {
#pragma parallel
      for (int j = 0; j < m; ++j) a[i * m + j] += 1;
    } else if (i % 3 == 1)
#pragma parallel
      for (int j = 0; j < m; j += 2) a[i * m + j] -= 1;
    else
      a[i * m] = 9;
  }
}

int main() {
  for (int n : {1, 4, 131})
    for (int m : {1, 5, 40}) {
      std::vector<float> a(n * m), d(n);
      fillFraction(a.data(), a.size(), 1);
      fillFraction(d.data(), d.size(), 2);
      between(a.data(), d.data(), n, m);
      print("between", a.data(), a.size());
      print("between", d.data(), d.size());
      std::vector<int> x(n * m * 3), y(n * m), z(n);
      threeLevels(x.data(), y.data(), z.data(), n, m, 3);
      print("three", x.data(), x.size());
      print("three", y.data(), y.size());
      print("three", z.data(), z.size());
      std::vector<double> p(n * m), q(n * m);
      fillFraction(p.data(), p.size(), 3);
      normalise(p.data(), q.data(), n, m);
      print("normalise", q.data(), q.size());
      inABranch(y.data(), n, m);
      print("branch", y.data(), y.size());
    }
}
