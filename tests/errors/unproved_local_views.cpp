// flags: -Iinclude
// Objects of an iteration that refer to memory of others.
#include <appyl/appyl.hpp>
#include <array>
#include <span>
#include <utility>
void c(int n, appyl::view<float> p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto s = p;
    s(0) = i;  // warning: [appyl-unproved] refers to is not known
  }
}
struct W { std::span<float> q; };
void d(int n, W p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto s = p;
    s.q[0] = i;  // warning: [appyl-unproved] refers to is not known
  }
}
void e(int n, std::span<float> p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::span<float> s;
    s = p;
    s[0] = i;  // warning: [appyl-unproved] refers to is not known
  }
}
template <class T> struct M { T* p; int n; int extent(int) const { return n; } T& operator()(int i) const { return p[i]; } };
void arrays(int n, std::span<float> p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::array<std::span<float>, 2> s{p, p};
    s[0][0] = i;  // warning: [appyl-unproved] refers to is not known
  }
}
void copies(int n, M<float> p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto s = p;
    s(0) = i;  // warning: [appyl-unproved] refers to is not known
  }
}
void pairs(int n, std::pair<std::span<float>, int> p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto [s, k] = p;
    s[0] = i;  // warning: [appyl-unproved] what 's' refers to is not known
  }
}
void pointers(int n, float* q) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float* t[2] = {q, q};
    t[1][0] = i;  // warning: [appyl-unproved] refers to is not known
  }
}
template <class T> void e(int n, M<T> p) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    M<T> s = p;
    s(0) = i;  // warning: [appyl-unproved] refers to is not known
  }
}
template void e(int, M<float>);
