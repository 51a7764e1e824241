// Blocks that stick out of what they are read from, under masks that leave no lane out, and under others.
// flags: -Iinclude
// run: 0
// run: 1
// run: 15
// run: 16
// run: 64
// run: 100
#include <appyl/appyl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace appyl;
constexpr int B = 16;

void around(view<const float> a, view<float> c) {
  const int n = c.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const auto x = load(a(slice(i - 1, B + 2)), true, 0.f);
    c(slice(i, B)) = sum(x) + max(x);
  }
}
void left(view<const float> a, view<float> c) {
  const int n = c.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) c(slice(i, B)) = a(slice(i, B)) + load(a(slice(i - 1, B)), true, 0.f);
}
void both(view<const float> a, view<float> c) {
  const int n = a.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B)
    store(c(slice(i, B)), load(a(slice(i - 2, B)), true, 1.f) + load(a(slice(i + 2, B)), true, 1.f), true);
}
#ifndef ON_DEVICE  // masks of blocks that begin before the array are left to the library
void bounded(view<const float> a, view<float> c) {
  const int n = c.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) c(slice(i, B)) = load(a(slice(i - 1, B)), i - 1 + arange<int>(B) < n, -3.f);
}
void placed(view<const float> a, view<float> c) {
  const int n = c.extent(0);
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const auto place = i - 1 + arange<int>(B + 2);
    c(slice(i, B)) = sum(load(a(slice(i - 1, B + 2)), place >= 0 && place < n, 0.f));
  }
}
#endif

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::vector<float> a(n), c(n);
  const auto show = [&](const char* name) {
    std::printf("%s", name);
    for (float& each : c) std::printf(" %g", each), each = -1;
    std::printf("\n");
  };
  for (int k = 0; k < n; ++k) a[k] = k * 7 % 11 - 4, c[k] = -1;
  around(a, c), show("around");
  left(a, c), show("left");
  both(a, c), show("both");
#ifndef ON_DEVICE
  bounded(a, c), show("bounded");
  placed(a, c), show("placed");
#endif
}
