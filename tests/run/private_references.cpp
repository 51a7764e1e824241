// Local references to variables from outside that each iteration has for itself.
#include "print.h"

#include <vector>

static void own(const std::vector<int>& a, std::vector<int>& b, int n) {
  int t = 5;
  double u;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int& m = t;
    auto& v = u;
    m = a[i] * 2;
    v = m + 0.5;
    b[i] = static_cast<int>(v) + t;
  }
}

static int last(const std::vector<int>& a, std::vector<int>& b, int n) {
  int t = -1;
#pragma parallel block(8)
  for (int i = 0; i < n; ++i) {
    int& m = t;
    m = a[i] - i;
    b[i] = m;
  }
  return t;
}

int main() {
  for (int n : {0, 1, 8, 37}) {
    std::vector<int> a(n), b(n);
    for (int i = 0; i < n; ++i) a[i] = i * 7 % 11;
    own(a, b, n);
    print("own", b.data(), b.size());
    std::printf("%d\n", last(a, b, n));
    print("last", b.data(), b.size());
  }
}
