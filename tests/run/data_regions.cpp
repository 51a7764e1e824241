// Arrays that stay on the device across calls: what the host does inside, also in the functions called, finds what the
// device did, and the other way round.
// expect-warning: [appyl-unproved]
#include "print.h"
#include <utility>
#include <vector>

static void step(const double* now, double* next, int n) {
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
}

static double sum(const double* a, int n) {
  double s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

static void touchOnHost(double* a, int n) {
  for (int i = 0; i < n; i += 3) a[i] += 1;
}

static double simulate(std::vector<double>& first, std::vector<double>& second, int steps) {
  const int n = static_cast<int>(first.size());
  double last = 0;
#pragma data(first, second)
  {
    double* now = first.data();
    double* next = second.data();
    for (int t = 0; t < steps; ++t) {
      step(now, next, n);
      std::swap(now, next);
      if (t == 2) touchOnHost(now, n);
      if (t % 3 == 1) last = sum(now, n);
    }
    if (n > 5) {
      now[5] = 100;
      last += now[4];
    }
    step(now, next, n);
    if (steps == 4 && n > 0) return last + next[0];
  }
  return n > 0 ? last + second[0] : last;
}

// Host and device in one call: the arrays do not stay.
static double mixed(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] *= 2;
  return n > 0 ? a[n - 1] : 0;
}

static double notKept(double* a, int n) {
  double s = 0;
#pragma data(a[0:n])
  {
    for (int k = 0; k < 3; ++k) s += mixed(a, n);
  }
  return s;
}

static void partly(int* a, int n) {
#pragma data(a[0:n])
  {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += i;
#pragma parallel
    for (int i = n / 2; i < n; ++i) a[i] *= 3;
    const int seen = n > 0 ? a[n / 2] : 0;
#pragma parallel
    for (int i = 0; i < n / 2; ++i) a[i] += seen;
  }
}

// Jumps leave what the host does in front of its end.
static int jumping(int* a, int n) {
#pragma data(a[0:n])
  {
    for (int t = 0; t < 4; ++t) {
#pragma parallel
      for (int i = 0; i < n; ++i) a[i] += t;
      if (t == 1) {
        a[0] *= 2;
        continue;
      }
      if (n > 2 && a[n - 1] > 3) {
        a[1] = 100;
        break;
      }
      a[n - 1] += 1;
    }
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += i;
    if (a[0] > 40) return a[0] -= 3;
  }
  return -1;
}

int main() {
  for (int n : sizes) {
    for (int steps : {0, 1, 4, 7}) {
      std::vector<double> first(n), second(n);
      fillFraction(first.data(), n, 1);
      second = first;
      std::printf("~ %.17g\n", simulate(first, second, steps));
      print("first", first.data(), first.size());
      print("second", second.data(), second.size());
      std::printf("~ %.17g\n", notKept(first.data(), n));
      print("mixed", first.data(), first.size());
    }
    std::vector<int> a(n);
    fill(a.data(), n, 3);
    partly(a.data(), n);
    print("partly", a.data(), n);
    const int left = n > 0 ? jumping(a.data(), n) : 0;
    std::printf("%d\n", left);
    print("jumps", a.data(), n);
  }
}
