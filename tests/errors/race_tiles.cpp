// flags: -Iinclude
// Blocks that several programs write, by whatever name.
#include <appyl/appyl.hpp>
using namespace appyl;

void sameBlock(int n, view<float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 4) c(slice(4, 4)) = a(slice(i, 4));  // error: [appyl-race] both write c[4]
}
void byName(int n, view<float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 4) {
    auto b = c(slice(0, 4));
    b = a(slice(i, 4));  // error: [appyl-race] both write c[0]
  }
}
void readByName(int n, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 4) {
    const auto b = c(slice(0, 4));
    c(i) = sum(b);  // error: [appyl-race] reads c[0]
  }
}
void whole(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a(i) = sum(a());  // error: [appyl-race] reads a[0]
}
void wholeView(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a(i) = sum(a);  // error: [appyl-race] reads a[0]
}
void assigned(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a() = i;  // error: [appyl-race] both write a[0]
}
void adds(int n, view<float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 4) c(slice(0, 4)) += a(slice(i, 4));  // error: [appyl-reduction] add 'reduction(+:c)'
}
void mapped(int n, view<float> a, view<float> c) {
#pragma parallel
  for (int i = 0; i < n; i += 4) {
    const auto change = [=](float x) {
      c(0) = x;  // error: [appyl-race] both write c[0]
      return x;
    };
    a(slice(i, 4)) = map(change, a(slice(i, 4)));
  }
}
void halfStep(int n, view<float, 2> a) {
#pragma parallel
  for (int i = 0; i < n; i += 2) a(all, slice(i, 3)) = 1;  // error: [appyl-race] both write a[0][2]
}
void shifted(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; i += 4) a(slice(i, 4)) = a(slice(i + 4, 4));  // error: [appyl-race] reads a[4]
}
