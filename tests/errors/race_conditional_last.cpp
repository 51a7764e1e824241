// Which iteration writes last depends on the data.
int f(const int* a, int n) {
  int last = -1;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (a[i] > 0) last = i;  // error: [appyl-race] 'last'
  return last;
}

// What is written under one condition that stays, and under another one.
int twoConditions(const int* a, int* b, int n, bool first, bool second) {
  int t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (first) t = a[i];  // error: [appyl-race] 't'
    if (second && a[i] > 0) t = 3;
    b[i] = t;
  }
  return t;
}

// A member, and all of its object in a loop that may not run.
struct Pair {
  int x, y;
};
void wholeInLoop(const int* a, int* b, int n, int m) {
  Pair s{8, 9};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) s.y = a[i];  // error: [appyl-race] 's' carries a value
    for (int k = 0; k < m; ++k) s = Pair{i, i};
    b[i] = s.y;
  }
}

// A condition that stays, under which some iterations leave.
int leaves(const int* a, int* b, int n, bool f) {
  int t = -1;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < a[i]; ++k) {
      t = a[i];  // error: [appyl-race] 't'
      if (f) break;
    }
    b[i] = 1;
  }
  return t;
}

// Whoever vouches for the loop is told that only the last iteration's value is kept.
int unchecked(const int* a, int n) {
  int hit = -1, last = -1;
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) {
    last = i;
    if (a[i] == 7) hit = i;  // warning: [appyl-unproved] 'hit' keeps what the last iteration leaves there
  }
  return hit + last;
}
