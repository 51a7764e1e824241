// Two buffers that change places in front of the loop in each step, by a spare pointer or by std::swap.
#include "print.h"

#include <utility>
#include <vector>

static void bySpare(int count, int n, float* from, float* to) {
  for (int t = 0; t < count; t++) {
    float* spare = from;
    from = to;
    to = spare;
#pragma parallel
    for (int i = 1; i < n; ++i) to[i] = from[i] + 0.5f * from[i - 1];
  }
}

// The spare pointer is declared first and set later; behind the loop, too.
static void declaredFirst(int count, int n, float* from, float* to) {
  for (int t = 0; t < count; t++) {
    float* spare;
    int last;
    spare = from;
    from = to;
    to = spare;
    last = n - 1;
#pragma parallel
    for (int i = 1; i < last; ++i) to[i] = 0.5f * from[i - 1] + 0.5f * from[i + 1];
  }
  for (int t = 0; t < count; t++) {
#pragma parallel
    for (int i = 1; i < n - 1; ++i) to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
    float* spare;
    spare = from;
    from = to;
    to = spare;
  }
}

static void bySwap(int count, int n, float* from, float* to) {
  for (int t = 0; t < count; t++) {
    std::swap(from, to);
#pragma parallel
    for (int i = 1; i < n; ++i) to[i] = from[i] + 0.25f * from[i - 1];
  }
}

int main() {
  for (int n : sizes) {
    std::vector<float> a(n), b(n);
    fillFraction(a.data(), n, 1), fillFraction(b.data(), n, 2);
    bySpare(5, n, a.data(), b.data());
    declaredFirst(3, n, a.data(), b.data());
    bySwap(4, n, a.data(), b.data());
    print("a", a.data(), n);
    print("b", b.data(), n);
  }
}
