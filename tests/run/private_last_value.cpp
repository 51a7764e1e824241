// A variable that is read after the loop has the last iteration's value there, and the one from before if none ran.
#include "print.h"
#include <vector>

static double last(const double* a, double* b, int n) {
  double t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i] * 2;
    b[i] = t + 1;
  }
  return t;
}

static int backwards(const int* a, int* b, int n) {
  int t = -1, u = -2;
#pragma parallel block(16)
  for (int i = n - 1; i >= 0; --i) {
    t = a[i];
    u = t * i;
    b[i] = t - u;
  }
  return t * 1000 + u;
}

static int withStep(const int* a, int* b, int n, int s) {
  int t = -1;
#pragma parallel block
  for (int i = 0; i < n; i += s) {
    t = a[i] + i;
    b[i] = t;
  }
  return t;
}

static int nested(const int* a, int* b, int n, int m) {
  int t = -1, rows = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    rows = i;
#pragma parallel
    for (int j = 0; j < m; ++j) {
      t = a[i * m + j];
      b[i * m + j] = t * 2;
    }
  }
  return rows * 1000 + t;
}

static int clause(const int* a, int* b, int n) {
  int t = -1;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    t = a[i] / 2;
    b[i] = t;
  }
  return t;
}

// Iterations of unequal length: threads take over iterations from one another.
static int unequal(const int* a, int* b, int n, [[maybe_unused]] int s) {
  int t = -1;
#pragma parallel block(s)
  for (int i = 3; i < n; ++i) {
    t = a[i] + i;
    for (int w = t; w > 0; w /= 2) ++b[i];
  }
  return t;
}

static int unequalRows(const int* a, int* b, int n) {
  int t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i] * 2;
    for (int j = 0; j < i; ++j) b[i] += t > a[j];
  }
  return t;
}

// The inner counter is the variable that is read afterwards.
static int counter(int* b, int n) {
  int j = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (j = 0; j < i % 4; ++j) b[i] += j;
  }
  return j;
}

/// A GNU statement expression, behind which the rest of its expression and of the function follow.
static int inside(const int* a, int* b, int n) {
  int t = -1, u = -2;
  const int sum = __extension__({
#pragma parallel
    for (int i = 0; i < n; ++i) {
      t = a[i];
      u = 2 * t;
      b[i] = u;
    }
    1;
  }) + t;
  return sum * 1000 + u;
}

/// Every iteration writes it, or none does.
static int allOrNone(const int* a, int* b, int n, int m) {
  int t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (m > 1) {
      t = a[i];
      if (a[i] % 2 == 0) t = i;
    }
    b[i] = t;
  }
  return t;
}

int main() {
  for (int n : sizes) {
    std::vector<double> d(n), e(n);
    fillFraction(d.data(), n, 1);
    std::printf("%a\n", last(d.data(), e.data(), n));
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 2);
    std::printf("%d\n", backwards(a.data(), b.data(), n));
    for (int s : {1, 3, 128, 1000}) std::printf("%d\n", withStep(a.data(), b.data(), n, s));
    std::printf("%d\n", nested(a.data(), b.data(), n / 5, 5));
    for (int m : {0, 1, 2}) {
      std::printf("%d\n", allOrNone(a.data(), b.data(), n, m));
      print("b", b.data(), n);
    }
    std::printf("%d\n", inside(a.data(), b.data(), n));
    std::printf("%d\n", clause(a.data(), b.data(), n));
    std::printf("%d\n", counter(b.data(), n));
    print("b", b.data(), n);
    long long sum = 0;
    for (int again = 0; n < 100 && again < 200; ++again)
      sum += unequal(a.data(), b.data(), n, again % 4) + 1000 * unequalRows(a.data(), b.data(), n);
    std::printf("%lld\n", sum);
    print("b", b.data(), n);
  }
}
