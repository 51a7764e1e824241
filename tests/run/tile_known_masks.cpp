// Masks of tiles: those that only keep lanes in front of their loop's end hold in every lane of it; all others stay.
// flags: -Iinclude
#include "print.h"
#include <appyl/appyl.hpp>
#include <vector>

using namespace appyl;
constexpr int B = 16;

static void add(view<const float> x, view<const float> y, view<float> z, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const auto offsets = arange(B) + i;
    const auto mask = offsets < n;
    store(z(slice(i, B)), load(x(slice(i, B)), mask, 0.0f) + load(y(slice(i, B)), mask), mask);
  }
}
static void chosen(view<const float> x, view<float> z, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    const tile<bool> inside = arange(B) + i < n;
    const tile<float> value = load(x(slice(i, B)), inside, -1.0f);
    store(z(slice(i, B)), where(inside, value * 2, value), value > 0.0f && inside);
  }
}
// The last one is left out, or those from k on, or those in front of `first`.
static void shorter(view<const float> x, view<float> z, int n, int k, int first) {
#pragma parallel
  for (int i = 0; i < n; i += B) store(z(slice(i, B)), x(slice(i, B)) + 1, arange(B) + i + 1 < n);
#pragma parallel
  for (int i = 0; i < n; i += B) store(z(slice(i, B)), z(slice(i, B)) + x(slice(i, B)), arange(B) + i < k);
#pragma parallel
  for (int i = 0; i < n; i += B)
    store(z(slice(i, B)), z(slice(i, B)) * 3, arange(B) + i >= first && arange(B) + i < n);
}
// The mask is another one in the second half.
static void changes(view<const float> x, view<float> z, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) {
    tile<bool> mask = arange(B) + i < n;
    store(z(slice(i, B)), x(slice(i, B)), mask);
    mask = x(slice(i, B)) > 0.0f;
    store(z(slice(i, B)), x(slice(i, B)) * 5, mask);
  }
}
static void square(view<const float, 2> x, view<float, 2> z, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; i += B)
#pragma parallel
    for (int j = 0; j < m; j += B) {
      const auto rows = arange(B) + i < n;
      const auto columns = arange(B) + j < m;
      const auto mask = reshape(rows, B, 1) && columns;
      store(z(slice(i, B), slice(j, B)), load(x(slice(i, B), slice(j, B)), mask) * 2, mask);
    }
}
static float total(view<const float> x, int n) {
  float sum_ = 0;
#pragma parallel reduction(+ : sum_)
  for (int i = 0; i < n; i += B) {
    const auto mask = arange(B) + i < n;
    sum_ += sum(load(x(slice(i, B)), mask, 0.0f));
  }
  return sum_;
}
// From the second element on.
static void later(view<const float> x, view<float> z, int n) {
#pragma parallel
  for (int i = 1; i < n; i += B) {
    const auto mask = arange(B) + i < n;
    store(z(slice(i, B)), load(x(slice(i, B)), mask, 0.0f) - 1, mask);
  }
}
// Masks that are read from arrays have fewer lanes than what they choose from: nothing is stored there, and a masked
// load is filled.
static void masked(view<const float> x, view<const float> m, view<float> z, int n) {
#pragma parallel
  for (int i = 0; i < n; i += B) store(z(slice(i, B)), x(slice(i, B)) + 4, m(slice(i - 1, B)) > 0.0f);
#pragma parallel
  for (int i = 0; i < n; i += B) z(slice(i, B)) += load(x(slice(i, B)), m(slice(i + 3, B)) > 0.0f, 2.0f);
#pragma parallel
  for (int i = 0; i < n; i += B)
    store(z(slice(i, B)), z(slice(i, B)) * 2, cumsum(m(slice(i, B)), 0) > 1.0f);
}

int main() {
  for (int n : {0, 1, 15, 16, 17, 45, 64}) {
    std::vector<float> x(n), y(n), z(n);
    for (int i = 0; i < n; ++i) x[i] = i % 7 - 3, y[i] = i % 5;
    const view<const float> a(x.data(), n), b(y.data(), n);
    const view<float> c(z.data(), n);
    const auto show = [&](const char* name) { print(name, z.data(), z.size()); };
    add(a, b, c, n), show("add");
    chosen(a, c, n), show("chosen");
    for (int k : {0, n / 2, n}) shorter(a, c, n, k, k / 2), show("shorter");
    changes(a, c, n), show("changes");
    later(a, c, n), show("later");
    std::vector<float> wide(n + 3, 1);
    for (const auto& mask : {b, view<const float>(wide.data(), n + 3)}) masked(a, mask, c, n), show("masked");
    const float whole = total(a, n);
    print("total", &whole, 1);
    for (int m : {1, 16, 19}) {
      std::vector<float> p(n * m), q(n * m);
      for (int i = 0; i < n * m; ++i) p[i] = i % 11;
      square(view<const float, 2>(p.data(), n, m), view<float, 2>(q.data(), n, m), n, m);
      print("square", q.data(), q.size());
    }
  }
}
