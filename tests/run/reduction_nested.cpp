// Reductions that cover whole nests, and reductions of inner parallel loops.
#include "print.h"
#include <algorithm>
#include <vector>

static double wholeNest(const double* a, int n, int m, int l) {
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j)
#pragma parallel
      for (int k = 0; k < l; ++k) s += a[(i * m + j) * l + k];
  return s;
}

static void rowMaxima(const double* a, double* r, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double most = -1e30;
#pragma parallel reduction(max : most)
    for (int j = 0; j < m; ++j) most = std::max(most, a[i * m + j]);
    r[i] = most;
  }
}

static long innerAndOuter(const int* a, int n, int m) {
  long total = 0;
#pragma parallel reduction(+ : total)
  for (int i = 0; i < n; ++i) {
    int least = 100;
#pragma parallel reduction(min : least)
    for (int j = 0; j < m; ++j) least = std::min(least, a[i * m + j]);
    total += least * (i + 1);
  }
  return total;
}

// The clause stands on the outer loop; updates stand at two depths.
static long twoDepths(const int* a, int n, int m) {
  long s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    s += i;
#pragma parallel
    for (int j = 0; j < m; ++j) s += a[i * m + j];
    s -= 2;
  }
  return s;
}

// A sequential loop around, one reduction per step.
static void perStep(const int* a, long* r, int steps, int n) {
  for (int t = 0; t < steps; ++t) {
    long s = 0;
#pragma parallel block reduction(+ : s)
    for (int i = 0; i < n; ++i) s += a[i] * (t + 1);
    r[t] = s;
  }
}

int main() {
  for (int n : {0, 1, 3, 130})
    for (int m : {0, 1, 40}) {
      std::vector<double> d(n * m), r(n);
      fill(d.data(), d.size(), 1);
      std::printf("~ %.17g\n", wholeNest(d.data(), n, m / 4, 4));
      rowMaxima(d.data(), r.data(), n, m);
      print("maxima", r.data(), r.size());
      std::vector<int> a(n * m);
      fill(a.data(), a.size(), 2);
      std::printf("%ld %ld\n", innerAndOuter(a.data(), n, m), twoDepths(a.data(), n, m));
      long steps[3];
      perStep(a.data(), steps, 3, n * m);
      print("steps", steps, 3);
    }
}
