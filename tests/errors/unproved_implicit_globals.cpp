// What constructors, initial values and comparisons change of globals: elements, what is in containers, by names and
// functions of others.
#include <algorithm>
#include <map>
#include <vector>

struct Registered {
  static inline std::vector<Registered*> all;
  int v = 0;
  Registered() { all.push_back(this); }
};
void registered(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Registered object;  // warning: [appyl-unproved] 'Registered' changes 'all'
    o[i] = object.v;
  }
}

static std::map<int, int> seen;
struct Keyed {
  int v;
  Keyed(int k) : v(seen[k]) {}
};
void keyed(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Keyed object(i);  // warning: [appyl-unproved] 'Keyed' changes 'seen'
    o[i] = object.v;
  }
}

static int counts[16];
struct Counting {
  int v = 1;
  Counting(int k) { counts[k & 15] += 1; }
};
void counting(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Counting object(i);  // warning: [appyl-unproved] 'Counting' changes 'counts'
    o[i] = object.v;
  }
}

static std::vector<int> notes;
static void note(int k) { notes.push_back(k); }
struct Noting {
  int v = 1;
  Noting(int k) { note(k); }
};
void noting(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Noting object(i);  // warning: [appyl-unproved] 'note' changes 'notes'
    o[i] = object.v;
  }
}

struct Filling {
  int v = 1;
  Filling(int k) { std::fill(counts, counts + 16, k); }
};
void filling(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Filling object(i);  // warning: [appyl-unproved] 'Filling' changes 'counts'
    o[i] = object.v;
  }
}

struct ByName {
  int v = 1;
  ByName(int k) {
    auto& all = notes;
    all.push_back(k);
  }
};
void byName(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    ByName object(i);  // warning: [appyl-unproved] 'ByName' changes 'notes'
    o[i] = object.v;
  }
}

// Globals that are read.
struct Reading {
  int v = 0;
  Reading(int k) {
    for (const int* p = counts; p != counts + 16; ++p) v += *p * k;
    v += *std::max_element(counts, counts + 16) + static_cast<int>(notes.size()) + notes[0];
    int own[16];
    std::copy(counts, counts + 16, own);
    if (auto at = seen.find(k); at != seen.end()) v += at->second + own[1];
  }
};
void reading(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Reading object(i);
    o[i] = object.v;
  }
}
