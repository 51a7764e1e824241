// flags: -Iinclude
// options: --target=cuda
// What changes something on the way to a tile or a number of one, where a loop over lanes would find it out at another
// time, or again and again; a number that may become another one.
#include <appyl/appyl.hpp>
using namespace appyl;

void afterComma(int n, view<float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const float total = (a(i, 0) = 3, sum(a(i, slice(4))));  // error: [appyl-unsupported] found out after something else in the statement may have changed
    c(i) = total;
  }
}
void afterInitialiser(int n, view<const float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const float most = max(a(i, slice(4))), total = sum(a(i, slice(4)) - most);  // error: [appyl-unsupported] found out after something else in the statement
    c(i) = total;
  }
}
void inBraces(int n, view<float, 2> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const float both[2] = {a(i, 0) = 3, sum(a(i, slice(4)))};  // error: [appyl-unsupported] found out after something else in the statement
    c(i) = both[1];
  }
}
void placeThatChanges(int n, view<const float, 2> a, view<float, 2> c) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    int k = 0;
    c(i, slice(4)) = a(k++, slice(4));  // error: [appyl-unsupported] 'k++' changes something, as a place
    c(i, 0) += static_cast<float>(k);
  }
}
int take(int& k) { return k++; }
void sliceThatChanges(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = 0;
    c(i) = sum(a(slice(take(k), 4))) + argmax(a(slice(k, 4)));  // error: [appyl-unsupported] 'slice(take(k), 4)' changes something, as a place
  }
}
void changesInLanes(int n, view<const float, 2> a, view<float, 2> c) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    int k = 0;
    c(i, slice(4)) = map([&](float v) { return v + float(k++); }, a(i, slice(4)));  // error: [appyl-unsupported] a function in 'map' that changes something from lane to lane
  }
}
struct Counter {
  int count = 0;
  float operator()(float v) { return v + float(count++); }
};
void madeForEachLane(int n, view<const float, 2> a, view<float, 2> c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    c(i, slice(4)) = map(Counter{}, a(i, slice(4)));  // error: [appyl-unsupported] a function in 'map' that changes something from lane to lane
}
template <class T>
void fillsWithOther(int n, view<const T> a, view<T> c) {
#pragma parallel
  for (int i = 0; i < n; i += 8)
    c(slice(i, 8)) = load(load(a(slice(i, 8)), a(slice(i, 8)) < 9, T(1)), a(slice(i, 8)) > 0, 0.5);  // error: [appyl-unsupported] a number of another type than the array's in a masked 'load'; convert it
}
template void fillsWithOther<int>(int, view<const int>, view<int>);
void placesOfItself(int n, view<int> a, view<const int> b) {
#pragma parallel unchecked
  for (int i = 0; i < n; i += 8) a(a(slice(i, 8))) = b(slice(i, 8));  // error: [appyl-unsupported] it needs elements of 'a' that it changes itself
}
void maskThatMayNotExist(int n, view<const float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    c(slice(i, 8)) = load(a(slice(i, 8)), a(slice(i - 1, 1)) > 0.0f, 2.0f);  // error: [appyl-unsupported] a mask that may not exist
}
