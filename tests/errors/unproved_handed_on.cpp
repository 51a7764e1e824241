// Globals and members that a called function hands to somebody who changes them; operators of the user's types that
// the library calls.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

static int g, h;

static void swaps() { std::swap(g, h); }
void swapped(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    swaps();  // warning: [appyl-unproved] 'swaps' changes
    y[i] = 1;
  }
}

static void increments(int& p) { ++p; }
static void incrementsGlobal() { increments(g); }
void byReference(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    incrementsGlobal();  // warning: [appyl-unproved] 'incrementsGlobal' changes 'g'
    y[i] = 1;
  }
}

static void parses() { std::sscanf("5", "%d", &g); }
void parsed(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    parses();  // warning: [appyl-unproved] 'parses' changes 'g'
    y[i] = 1;
  }
}

static void sets() { std::memset(&g, 1, sizeof g); }
void set(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    sets();  // warning: [appyl-unproved] 'sets' changes 'g'
    y[i] = 1;
  }
}

static int exchanges(int i) { return std::exchange(g, i); }
void exchanged(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = exchanges(i);  // warning: [appyl-unproved] 'exchanges' changes 'g'
}

static int pairs(int i) {
  std::pair<int&, int> p{g, 1};
  p.first = i;
  return i;
}
void paired(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = pairs(i);  // warning: [appyl-unproved] 'pairs' changes 'g'
}

void applied(int n, int* y) {
  int count = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::apply([](int& k) { ++k; }, std::tie(count));  // warning: [appyl-unproved] what 'std::tie(count)' refers to is not known
    y[i] = i;
  }
}

struct Less {
  int v;
  bool operator<(const Less& other) const {
    ++g;
    return v < other.v;
  }
};
void compared(int n, int m, Less* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::sort(y + i * m, y + (i + 1) * m);  // warning: [appyl-unproved] 'operator<' changes 'g'
}

struct Hash {
  std::size_t operator()(int k) const {
    ++h;
    return k;
  }
};
void hashed(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::unordered_set<int, Hash> s;  // warning: [appyl-unproved] 'operator()' changes 'h'
    s.insert(i);
    y[i] = s.size();
  }
}

struct Counted {
  int v;
  Counted(int v) : v(v) {}
  Counted(const Counted& other) : v(other.v) { ++g; }
};
void copied(int n, const Counted* x, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<Counted> s(x, x + 3);  // warning: [appyl-unproved] 'Counted' changes 'g'
    y[i] = s[0].v;
  }
}

// --- nothing wrong ---------------------------------------------------------------------------------------------------

static void reads(const int& k, int* o) { *o = k; }
void byConstReference(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) reads(g, y + i);
}

static int inOrder(int v) {
  int low = v % 7, high = v % 5;
  if (low > high) std::swap(low, high);
  return high - low;
}
void locals(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = inOrder(i);
}

struct Plain {
  int v;
  bool operator<(const Plain& other) const { return v < other.v; }
};
void sorted(int n, int m, Plain* y) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::sort(y + i * m, y + (i + 1) * m);
}
