#include <algorithm>
#include <array>
#include <vector>

// An array that somebody has kept a pointer to is no longer each iteration's own.
static int* kept;
static void keep(int* t) { kept = t; }
static void clear(int* t) {
  for (int k = 0; k < 4; ++k) t[k] = 0;
}
static int sum(const int* t) { return t[0] + t[3]; }

int notKept(int n, int* y, std::vector<int>& out) {
  int t[4];
  std::array<int, 4> u{};
  clear(t);
  std::fill(t, t + 4, 1);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) t[k] = i + k;
    for (int k = 0; k < 4; ++k) u[k] = i - k;
    y[i] = t[3] + u[2];
  }
  const auto copy = u;
  out.assign(t, t + 4);
  out.push_back(t[0]);
  return sum(t) + copy[1];
}

int inGlobal(int n, int* y) {
  int t[4];
  keep(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) t[k] = i;  // error: [appyl-race] both write t[0]
    y[i] = t[3];
  }
  return kept[2];
}

int inContainer(int n, int* y) {
  std::array<int, 4> t;
  std::vector<int*> all;
  all.push_back(t.data());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) t[k] = i;  // error: [appyl-race] both write t[0]
    y[i] = t[3];
  }
  return all[0][2];
}

void remember(int* t);

void bySomebody(int n, int* y) {
  int t[4];
  remember(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) t[k] = i;  // error: [appyl-race] both write t[0]
    y[i] = t[3];
  }
}
