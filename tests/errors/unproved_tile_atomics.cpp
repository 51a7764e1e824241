// flags: -Iinclude
// Atomic updates of views: what does not depend on their order may come in any; the rest may not.
#include <appyl/appyl.hpp>
using namespace appyl;

void last(int n, view<const int> key, view<int> owner) {
#pragma parallel
  for (int i = 0; i < n; ++i) atomic_exchange(owner(key(i)), i);  // warning: [appyl-unproved] decides what 'atomic_exchange' finds or leaves
}
void one(int n, view<const float> x, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) atomic_exchange(c(0), x(i));  // warning: [appyl-unproved] in an element of 'c'
}
void steps(int n, view<int> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) atomic_cas(c(0), i, i + 1);  // warning: [appyl-unproved] decides what 'atomic_cas' finds or leaves
}
void mixed(int n, view<const int> key, view<int> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    atomic_add(c(0), 1);
    atomic_max(c(0), key(i));  // warning: [appyl-unproved] updated by both 'atomic_add' and 'atomic_max'
  }
}
void counted(int n, view<int> c, view<int> o) {
#pragma parallel
  for (int i = 0; i < n; ++i) o(i) = atomic_add(c(0), 1);  // warning: [appyl-unproved] decides what 'atomic_add' finds or leaves
}
void twoValues(int n, view<const int> key, view<int> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    atomic_exchange(c(key(i)), 1);  // warning: [appyl-unproved] decides what 'atomic_exchange' finds or leaves
    atomic_exchange(c(key(i) + 1), 2);
  }
}

// Each element by one iteration, by one operator, or with one value.
void apart(int n, view<const int> key, view<int> c, view<int> o) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    atomic_exchange(c(i), key(i));
    o(i) = atomic_add(c(i), i);
  }
}
void same(int n, int mark, view<const int> key, view<int> seen, view<int> first, view<int> set) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    atomic_exchange(seen(key(i)), 1);
    atomic_exchange(set(key(i)), mark);
    atomic_cas(first(key(i) % 4), -1, 7);
  }
}
void range(int n, view<const int> a, view<int> bounds, view<int> histogram) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    atomic_min(bounds(0), a(i));
    atomic_max(bounds(1), a(i));
    atomic_add(histogram(a(i)), 1);
    atomic_add(histogram(0), i);
  }
}
