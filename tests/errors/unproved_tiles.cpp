// flags: -Iinclude
// Tiles whose blocks overlap, by whatever name.
#include <appyl/appyl.hpp>
#include <array>
#include <span>
#include <utility>
using namespace appyl;

void gathers(int n, view<float> a, view<const int> t) {
#pragma parallel
  for (int i = 0; i < n; i += 4) a(t(slice(i, 4))) = 1;  // warning: [appyl-unproved] subscript 't(i)' of 'a'
}
void stores(int n, view<float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 4) store(c(slice(0, 4)), a(slice(i, 4)), a(slice(i, 4)) > 0);  // warning: [appyl-unproved] the condition
}
void reshaped(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto s = a.reshape(n);  // warning: [appyl-unproved] any element of 'a'
    s(0) = i;
  }
}
void moved(int n, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 4) {
    slice r(i, 4);
    r.start = 0;
    c(r) = 1;  // warning: [appyl-unproved] a subscript of 'c'
  }
}
// These are proved.
void apart(int n, view<const float, 2> a, view<float, 2> c) {
  constexpr int B = 8;
#pragma parallel
  for (int i = 0; i < n; i += B)
#pragma parallel
    for (int j = 0; j < n; j += 2 * B) {
      const slice rows(i, B);
      c(rows, slice(j, B)) = a(slice(i + 1, B), slice(j - 1, B)) * 2;
      c(rows, slice(j + B, B)) += map([s = 2.0f](float x) { return x * s; }, a(rows, slice(j, B)));
    }
#pragma parallel
  for (int i = 0; i < n; ++i) c(i, all) = exp(a(i, all));
}
