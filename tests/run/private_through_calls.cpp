// Scalars of an iteration beside functions and lambdas that return, and written by them on each path.
#include "print.h"
#include <vector>

static int put(int& t, int x) {
  if (x > 3) {
    t = 7;
    return 0;
  }
  t = x;
  return 1;
}
static int lastOfLambda(const int* a, int* b, int n) {
  int t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = [&] { return a[i] > 2 ? a[i] + 1 : 5; }();
    b[i] = t;
  }
  return t;
}
static int lastOfFunction(const int* a, int* b, int n) {
  int t = 1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = put(t, a[i]);
    b[i] += 2 * t;
  }
  return t;
}
static void behindLambda(const int* a, int* b, int n) {
  int t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = [&] {
      if (a[i] > 2) return 4;
      return a[i];
    }();
    t = a[i] * 3;
    b[i] += t;
  }
}

int main() {
  for (int n : {0, 1, 2, 50}) {
    std::vector<int> a(n), b(n);
    fill(a.data(), n, 3);
    const int last[] = {lastOfLambda(a.data(), b.data(), n), lastOfFunction(a.data(), b.data(), n)};
    print("last", last, 2);
    print("b", b.data(), n);
    lastOfLambda(a.data(), b.data(), n);
    print("b", b.data(), n);
    behindLambda(a.data(), b.data(), n);
    print("b", b.data(), n);
  }
}
