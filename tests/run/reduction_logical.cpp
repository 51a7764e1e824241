// "All" and "any" as people write them: a flag that is set or cleared under a condition, `|=` and `&=`.
#include "print.h"
#include <atomic>
#include <vector>

static bool allBelow(const std::vector<int>& x, int limit) {
  bool ok = true;
#pragma parallel reduction(&& : ok)
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] >= limit) ok = false;
  return ok;
}

static bool anyAt(const std::vector<int>& x, int value) {
  bool found = false;
#pragma parallel block(32) reduction(|| : found)
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == value) {
      found = true;
    }
  }
  return found;
}

static bool anyOr(const std::vector<int>& x, int value, bool before) {
#pragma parallel reduction(|| : before)
  for (std::size_t i = 0; i < x.size(); ++i) before |= x[i] == value;
  return before;
}

static bool allAnd(const std::vector<int>& x, int value, bool before) {
#pragma parallel reduction(before)
  for (std::size_t i = 0; i < x.size(); ++i) before &= x[i] != value;
  return before;
}

static bool inferred(const std::vector<int>& x, int value) {
  bool seen = false;
#pragma parallel reduction(seen)
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] == value) seen = true;
  return seen;
}

static int counted(const std::vector<int>& x, std::vector<std::atomic<int>>& bins) {
  std::atomic<int> odd = 0;
#ifndef ON_DEVICE
#pragma parallel
#endif
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] % 2) odd++;
    bins[static_cast<unsigned>(x[i]) % 4] += 1;
  }
  return odd;
}

int main() {
  for (int n : sizes) {
    std::vector<int> x(n);
    fill(x.data(), x.size(), 1);
    const int last = n > 0 ? x[n - 1] : 0;
    std::printf("%d %d %d %d\n", allBelow(x, last), allBelow(x, 1 << 30), anyAt(x, last), anyAt(x, -7));
    std::printf("%d %d %d ", anyOr(x, last, false), anyOr(x, -7, false), anyOr(x, -7, true));
    std::printf("%d %d %d ", allAnd(x, last, true), allAnd(x, -7, true), allAnd(x, -7, false));
    std::printf("%d %d ", inferred(x, last), inferred(x, -7));
    std::vector<std::atomic<int>> bins(4);
    std::printf("%d", counted(x, bins));
    for (auto& each : bins) std::printf(" %d", each.load());
    std::printf("\n");
  }
}
