// A condition in front of the loop says nothing about a variable that changes in between by another name.
void reference(int* a, int n, int& m, int& k) {
  if (m > n) {
    k = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + m];  // error: [appyl-race]
  }
}

void local(int* a, int n, int m) {
  const int& r = m;
  if (r > n) {
    m = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + r];  // warning: [appyl-unproved] depending on 'r'
  }
}

void constant(int* a, int& n, int& k) {
  const int m = n + 1;
  k = 100;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];  // warning: [appyl-unproved] depending on 'm'
}

struct Size {
  int m;
};
void member(int* a, int n, const Size& s, Size& t) {
  if (s.m > n) {
    t.m = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + s.m];  // error: [appyl-race]
  }
}

// Members of the current object keep their values as long as nothing in between may change them.
#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

struct Object {
  std::vector<double> x;
  int n, m;
  std::function<void()> change;
  void kept() {
    if (m <= n) return;
    std::vector<double> copy(n);
    for (int i = 0; i < n; ++i) copy[i] = x[i], x[i] = 0;
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m] + copy[i];
    m = 0;
  }
  void inBranch() {
    if (this->m > n) {
#pragma parallel
      for (int i = 0; i < n; ++i) x[i] = x[i + m];
    }
  }
  void assigned() {
    if (m <= n) return;
    m = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void called() {
    if (m <= n) return;
    change();
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void calledByLibrary() {
    if (m <= n) return;
    std::for_each(x.begin(), x.end(), [this](double) { m = 1; });
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void exchanged(int other) {
    if (m <= n) return;
    std::swap(m, other);
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void cleared() {
    if (m <= n) return;
    std::memset(this, 0, 4);
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void byPointer(int* anything) {
    if (m <= n) return;
    *anything = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void inTheNextTurn(int steps) {
    if (m <= n) return;
    for (int t = 0; t < steps; ++t) {
#pragma parallel
      for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
      --m;
    }
  }
};

// What has a label of its own is come to by others, too.
void switched(int* a, int n, int m, int way) {
  switch (way) {
    case 0:
      a[0] = 1;
      if (m <= n) return;
      [[fallthrough]];
    case 1: {
#pragma parallel
      for (int i = 0; i < n; ++i) a[i] = a[i + m];  // error: [appyl-race]
    }
  }
}
void switchedWithin(int* a, int n, int m, int way) {
  switch (way) {
    case 0:
      if (m > n) {
    default:
#pragma parallel
        for (int i = 0; i < n; ++i) a[i] = a[i + m];  // error: [appyl-race]
      }
  }
}

// What is changed by another name: a structured binding, a member pointer, a tuple of references.
#include <tuple>
struct Bounds {
  int m, k;
};
void byBinding(int* a, int n, Bounds b) {
  if (b.m >= n) {
    auto& [m, k] = b;
    m = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + b.m];  // error: [appyl-race]
  }
}
void byMemberPointer(int* a, int n, Bounds b) {
  int Bounds::*which = &Bounds::m;
  if (b.m >= n) {
    b.*which = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + b.m];  // error: [appyl-race]
  }
}
void byTuple(int* a, int n, int m, int k) {
  auto t = std::tie(m, k);
  if (m >= n) {
    t = std::tuple(1, 2);
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + m];  // warning: [appyl-unproved] depending on 'm'
  }
}
void byParts(int* a, int n, int m, int k) {
  auto [x, y] = std::tie(m, k);
  if (m >= n) {
    x = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + m];  // warning: [appyl-unproved] depending on 'm'
  }
}
void byWrapper(int* a, int n, int m) {
  auto r = std::ref(m);
  if (m >= n) {
    r.get() = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + m];  // warning: [appyl-unproved] depending on 'm'
  }
}
void byCapture(int* a, int n, int m) {
  auto set = [&r = m](int value) { r = value; };
  if (m >= n) {
    set(1);
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + m];  // warning: [appyl-unproved] depending on 'm'
  }
}

// Who got a variable by reference may change it later, but not while nothing runs that could.
void readSizes(int& n, int& m);
void anything();
void right(double* a) {
  int n, m;
  readSizes(n, m);
  if (m < n) return;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];
}
void afterwards(double* a) {
  int n, m;
  readSizes(n, m);
  if (m < n) return;
  anything();
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];  // warning: [appyl-unproved] depending on 'm'
}

// What may change memory between a condition and the loop: the library by a pointer, an object that ends.
#include <numeric>
struct Clearing {
  struct Board* board;
  ~Clearing();
};
struct Board {
  double* x;
  int n, m;
  void byAlgorithm() {
    int* p = &m;
    if (m < n) return;
    std::fill_n(p, 1, 1);
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void byExchange(int& r) {
    if (m < n) return;
    std::exchange(r, 1);
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void byDestructor() {
    if (m < n) return;
    { Clearing c{this}; }
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
  void byBuiltin(int* p) {
    if (m < n) return;
    __atomic_store_n(p, 1, __ATOMIC_SEQ_CST);
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = x[i + m];  // error: [appyl-race]
  }
};
