// Constant block sizes in every spelling.
#include "print.h"
#include <vector>

#define BLOCK 48
#define TWICE(x) (2 * (x))
[[maybe_unused]] static constexpr int wide = 1 << 10;
enum { narrow = 3 };

static void each(float* c, const float* a, const float* b, int n) {
#pragma parallel block
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
#pragma parallel block(1)
  for (int i = 0; i < n; ++i) c[i] = c[i] * a[i];
#pragma parallel block(1000000)
  for (int i = 0; i < n; ++i) c[i] = c[i] - b[i];
#pragma parallel block(BLOCK)
  for (int i = 0; i < n; ++i) c[i] = c[i] * 0.5f;
#pragma parallel block(TWICE(BLOCK) + 1)
  for (int i = 0; i < n; ++i) c[i] = c[i] + a[i] * 0.25f;
#pragma parallel block(wide)
  for (int i = 0; i < n; ++i) c[i] = c[i] - 1.0f;
#pragma parallel block(narrow)
  for (int i = 0; i < n; ++i) c[i] = c[i] + 3.0f;
#pragma parallel block(0x20)
  for (int i = 0; i < n; ++i) c[i] = c[i] * b[i];
#pragma parallel block(sizeof(float) * 16)
  for (int i = 0; i < n; ++i) c[i] = c[i] + 0.125f;
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) c[i] = c[i] + 2.0f;
#pragma block(64) parallel
  for (int i = 0; i < n; ++i) c[i] = c[i] * 3.0f;
}

int main() {
  for (int n : {0, 1, 2, 3, 47, 48, 49, 127, 128, 129, 1023, 1025}) {
    std::vector<float> a(n), b(n), c(n);
    fillFraction(a.data(), n, 1);
    fillFraction(b.data(), n, 2);
    each(c.data(), a.data(), b.data(), n);
    print("c", c.data(), n);
  }
}
