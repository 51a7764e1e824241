// flags: -Iinclude
// Blocks that are read by `load` and written beside, where no array could suit the loops or every array can.
#include <appyl/appyl.hpp>
using namespace appyl;

void halo(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; i += 16) {
    const float s = sum(load(a(slice(i - 1, 18)), true, 0.f));
    store(a(slice(i, 16)), full(s, 16), true);  // error: [appyl-race] reads a[16]
  }
}
void before(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; i += 16) a(slice(i, 16)) = a(slice(i, 16)) + load(a(slice(i - 1, 16)), true, 0.f);  // error: [appyl-race] reads a[15]
}
void behind(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; i += 16) {
    const float s = sum(load(a(slice(i + 1, 16)), true, 0.f));
    a(slice(i, 16)) = s;  // error: [appyl-race] reads a[16]
  }
}
void behindUnmasked(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; i += 16) {
    const float s = sum(a(slice(i + 1, 16)));
    a(slice(i, 16)) = s;  // error: [appyl-race] reads a[16]
  }
}
void blockBefore(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; i += 16) {
    const float s = sum(load(a(slice(i - 16, 16)), true, 0.f));
    a(slice(i, 16)) = s;  // error: [appyl-race] reads a[0]
  }
}
void rows(int n, view<float, 2> a) {
#pragma parallel
  for (int i = 0; i < n; i += 1) {
    const auto x = load(a(slice(i - 1, 3), slice(0, 8)), true, 0.f);
    a(i, slice(0, 8)) = sum(x, 0);  // error: [appyl-race] reads a[0][0]
  }
}
void thirds(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; i += 16) {
    const float s = sum(load(a(slice(i - 1, 18)), arange<int>(18) % 3 != 0, 0.f));  // warning: [appyl-unproved] blocks of 'a' may overlap
    a(slice(i, 16)) = s;
  }
}
void bounded(int n, view<float> a) {
#pragma parallel
  for (int i = 0; i < n; i += 16) {
    const auto place = i - 1 + arange<int>(18);
    const float s = sum(load(a(slice(i - 1, 18)), place >= 0 && place < n, 0.f));
    a(slice(i, 16)) = s;  // error: [appyl-race] reads a[16]
  }
}
