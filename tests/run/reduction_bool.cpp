// Questions about all or any element, with bool and int flags.
#include "print.h"
#include <vector>

static bool sorted(const int* a, int n) {
  bool yes = true;
#pragma parallel reduction(&& : yes)
  for (int i = 1; i < n; ++i) yes = yes && a[i - 1] <= a[i];
  return yes;
}

static bool contains(const int* a, int n, int x) {
  bool found = false;
#pragma parallel block(64) reduction(|| : found)
  for (int i = 0; i < n; ++i) found = found || a[i] == x;
  return found;
}

static bool mirrored(const int* a, int n) {
  bool all = true;
#pragma parallel reduction(all)
  for (int i = 0; i < n; ++i) all = a[i] < 60 && all;
  return all;
}

static bool bitwise(const int* a, int n, bool start) {
  bool any = start, all = !start;
#pragma parallel reduction(| : any) reduction(& : all)
  for (int i = 0; i < n; ++i) {
    any |= a[i] == 3;
    all &= a[i] != 4;
  }
  return any == all;
}

static int inferred(const int* a, int n) {
  int any = 0;
#pragma parallel reduction(any)
  for (int i = 0; i < n; ++i) any = any || a[i] == 11;
  return any;
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n), ascending(n);
    fill(a.data(), n, 1);
    for (int i = 0; i < n; ++i) ascending[i] = i / 3;
    std::printf("%d %d\n", sorted(a.data(), n), sorted(ascending.data(), n));
    std::printf("%d %d\n", contains(a.data(), n, 20), contains(ascending.data(), n, -1));
    std::printf("%d %d\n", mirrored(a.data(), n), mirrored(ascending.data(), n));
    std::printf("%d %d %d\n", bitwise(a.data(), n, true), bitwise(a.data(), n, false), inferred(a.data(), n));
  }
}
