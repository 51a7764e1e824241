// A run in which an assertion fails ends there, wherever in the iteration it stands: what two iterations do to one
// element in such runs only is no race.
#include <cassert>

static void even(int i) { assert(i % 2 == 0); }

void called(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    even(i);
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
  }
}

void calledInACall(double* a, int n) {
  const auto check = [](int i) { even(i); };
#pragma parallel
  for (int i = 0; i < n; i++) {
    check(i);
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
  }
}

void afterwards(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
    assert(i % 2 == 0);
  }
}

void inABlock(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    { assert(i % 2 == 0); }
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
  }
}

void inABranch(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    if (i > 2) assert(i % 8 == 0);
    a[i / 4] = 1;  // error: [appyl-race] iterations i = 0 and i = 1 both write a[0]
  }
}

void inABranchOfAll(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    if (i > 0) assert(i % 2 == 0);
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
  }
}

void inALoop(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 2; k++) even(i + 2 * k);
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
  }
}

void ofAConstantRange(double* a) {
#pragma parallel
  for (int i = 0; i < 4; i++) {
    even(i);
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
  }
}

static int checked(int i) {
  assert(i % 2 == 0);
  return i;
}

void inAnInitializer(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    const double value = checked(i);
    a[i / 2] = value;  // warning: [appyl-unproved] where an assertion holds
  }
}

struct Even {
  int at;
  explicit Even(int i) : at(i) { assert(i % 2 == 0); }
};

void constructed(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    const Even index(i);
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
  }
}

struct AllEven {
  int at;
  explicit AllEven(int i) : at(checked(i)) {}
};

void constructedByACall(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    const AllEven index(i);
    a[i / 2] = 1;  // warning: [appyl-unproved] where an assertion holds
  }
}

// An assertion that these iterations get past makes no race doubtful.
static void below(int i, int limit) { assert(i >= 0 && i < limit); }

void passed(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    below(i, m);
    a[i / 2] = 1;  // error: [appyl-race] iterations i = 0 and i = 1 both write a[0]
  }
}

void passedAfterwards(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    a[i / 2] = 1;  // error: [appyl-race] iterations i = 0 and i = 1 both write a[0]
    assert(i < m);
  }
}

struct Thrown {
  explicit Thrown(int i) {
    if (i % 2 != 0) throw i;
  }
};

void constructedOrThrown(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    const Thrown index(i);
    a[i / 2] = 1;  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
  }
}
