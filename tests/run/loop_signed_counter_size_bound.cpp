// An int counter against a size_t bound: the comparison is unsigned, and compilers warn about it, but it is common.
// warnings: -Wno-sign-compare
#include "print.h"
#include <vector>

static void scale(std::vector<float>& v) {
#pragma parallel
  for (int i = 0; i < v.size(); ++i) v[i] *= 2.0f;
#pragma parallel block
  for (int i = 0; i < v.size(); i += 3) v[i] += 1.0f;
}

static int count(const std::vector<float>& v, std::size_t n) {
  int positive = 0;
#pragma parallel block(50) reduction(+ : positive)
  for (int i = 0; i < n; ++i)
    if (v[i] > 0) ++positive;
  return positive;
}

int main() {
  for (int n : sizes) {
    std::vector<float> v(n);
    fill(v.data(), v.size(), 5);
    scale(v);
    print("v", v.data(), v.size());
    std::printf("%d\n", count(v, v.size()));
  }
}
