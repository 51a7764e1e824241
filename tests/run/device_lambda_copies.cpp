// Copies that lambdas have: of constants; never changed, whatever 'mutable' says; changed by the iteration that has them.
#include "print.h"
#include <vector>

static void outside(int* a, int n, int k) {
  auto times = [k](int x) mutable { return k * x; };
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = times(i);
}

// A constant that nobody but the lambda mentions.
static void constant(int* a, int n) {
  const int k = 3;
  auto times = [=](int x) { return k * x; };
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = times(i);
}

static void inside(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = i;
    auto next = [k = k](int j) mutable {
      k = k * 2 + j;
      return k;
    };
    k = 7;
    a[i] = next(i) + next(2) + k;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    outside(a.data(), n, 3);
    print("outside", a.data(), n);
    constant(a.data(), n);
    print("constant", a.data(), n);
    inside(a.data(), n);
    print("inside", a.data(), n);
  }
}
