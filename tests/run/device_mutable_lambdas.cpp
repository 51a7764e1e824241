// 'mutable' alone changes nothing; what a lambda of an iteration changes of its own copies is the iteration's.
#include "print.h"
#include <vector>

static void outside(int* a, int n, int k) {
  auto times = [k](int x) mutable { return k * x; };
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
    inside(a.data(), n);
    print("inside", a.data(), n);
  }
}
