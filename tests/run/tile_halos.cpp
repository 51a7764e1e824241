// Blocks that stick out of what they are read from, under masks that leave no lane out, and under others; inner
// loops that shift them, over arrays which hold all of that, and which do not.
// flags: -Iinclude
// run: 0
// run: 1
// run: 15
// run: 16
// run: 64
// run: 100
#include <appyl/appyl.hpp>

#include <algorithm>
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
void rising(view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < c.extent(0); i += B) {
    auto sum = zeros<float>(B);
    for (int k = 0; k < 5; ++k) sum += (k + 1) * a(slice(i + k, B));
    c(slice(i, B)) = sum;
  }
}
void falling(view<const float> a, view<float> c, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    auto sum = zeros<float>(B);
    for (int k = 1; k <= 3; ++k)
      for (int l = 0; l < 2; ++l) sum += k * a(slice(i - k + 2 * l + 3, B));
    c(slice(i, B)) = sum;
  }
}
void withRows(view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < c.extent(0); i += 2)
#pragma parallel
    for (int j = 0; j < c.extent(1); j += B) {
      tile<float, 2> sum = zeros<float>(2, B);
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 2; ++l) sum += (k + 2 * l) * a(slice(i + k, 2), slice(j + l, B));
      c(slice(i, 2), slice(j, B)) = sum;
    }
}
void sums(view<const float> a, view<float> c, int n) {
#pragma parallel reduction(+ : c)
  for (int i = 0; i < n; i += B)
    for (int k = 0; k < 3; ++k) c(k) += sum(a(slice(i + k, B)));
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
  for (const int ahead : {-3, 0, 3, 4, 20}) {
    std::vector<float> longer(std::max(n + ahead, 0) + (ahead == 20 ? 2 * n : 0));
    for (int k = 0; k < static_cast<int>(longer.size()); ++k) longer[k] = k * 5 % 13 - 4;
    rising(longer, c), show("rising");
    falling(longer, c, n), show("falling");
    if (n > 1) falling(longer, c, n - 1), show("falling to the last but one");
    if (n > 2) sums(longer, c, n), show("sums"), sums(longer, c, n - 1), show("sums to the last but one");
    const int rows = n / 5;
    if (ahead == 20 || ahead == 0)
      withRows(view<const float, 2>(longer.data(), ahead ? rows + 2 : rows, ahead ? 6 : 5),
               view<float, 2>(c.data(), rows, 5)),
          show("rows");
  }
#ifndef ON_DEVICE
  bounded(a, c), show("bounded");
  placed(a, c), show("placed");
#endif
}
