// Pointers and references that a function hands out, which may be one of several: where they lead is not known,
// where no constant decides it.
#include <vector>

using Row = std::vector<double>;
enum class Part { First, Second };

struct Pair {
  Row a, b;
  int current = 0;
  double* now() { return current ? a.data() : b.data(); }
  double* other() { return current ? a.data() : b.data(); }
  double* byIf(int k) {
    if (k == 0) return a.data();
    return b.data();
  }
  Row& bySwitch(Part part) {
    switch (part) {
      case Part::First: return a;
      default: return b;
    }
  }
  double* byVariable() {
    double* p = a.data();
    if (current) p = b.data();
    return p;
  }
  double* inOther() { return byVariable(); }
  double* turned() {
    current ^= 1;
    return current ? a.data() : b.data();
  }
  virtual double* decidedLater(int k) { return k ? a.data() : b.data(); }

  void both(int n) {
    double* c = now();
    double* x = other();
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = c[i - 1];  // warning: [appyl-unproved] 'x' and 'c' may be the same memory
  }
  void besideTheMember(int n, int k) {
    double* c = byIf(k);
#pragma parallel
    for (int i = 1; i < n; ++i) b[i] = c[i - 1];  // warning: [appyl-unproved] 'this->b' and 'c' may be the same memory
  }
  void reference(int n, Part part) {
    auto& c = bySwitch(part);
#pragma parallel
    for (int i = 1; i < n; ++i) a[i] = c[i - 1];  // warning: [appyl-unproved] 'this->a' and 'c' may be the same memory
  }
  void deeper(int n) {
    double* c = inOther();
#pragma parallel
    for (int i = 1; i < n; ++i) a[i] = c[i - 1];  // warning: [appyl-unproved] 'this->a' and 'c' may be the same memory
  }
  void afterTurning(int n) {
    double* c = turned();
#pragma parallel
    for (int i = 1; i < n; ++i) a[i] = c[i - 1];  // warning: [appyl-unproved] 'this->a' and 'c' may be the same memory
  }
  void byOtherName(int n) {
    auto* self = this;
    double* c = self->now();
#pragma parallel
    for (int i = 1; i < n; ++i) b[i] = c[i - 1];  // warning: [appyl-unproved] 'this->b' and 'c' may be the same memory
  }
  Pair& self() { return *this; }
  void byItself(int n) {
    double* c = self().now();
#pragma parallel
    for (int i = 1; i < n; ++i) b[i] = c[i - 1];  // warning: [appyl-unproved] 'this->b' and 'c' may be the same memory
  }
  void virtually(int n) {
    double* c = decidedLater(1);
    double* x = decidedLater(1);
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = c[i - 1];  // warning: [appyl-unproved] 'x' and 'c' may be the same memory
  }

  // The constants say which.
  void same(int n) {
    double* c = byIf(0);
    double* x = byIf(0);
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = c[i - 1];  // error: [appyl-race] reads this->a[1], which iteration i = 1 writes
  }
  void certain(int n) {
    auto& c = bySwitch(Part::First);
#pragma parallel
    for (int i = 1; i < n; ++i) a[i] = c[i - 1];  // error: [appyl-race] reads this->a[1], which iteration i = 1 writes
  }
  void distinct(int n) {
    auto& c = bySwitch(Part::First);
    double* x = byIf(1);
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = c[i - 1];
  }
};

struct Holder {
  Pair pair;
  double* get() { return pair.now(); }
  void member(int n) {
    double* c = get();
#pragma parallel
    for (int i = 1; i < n; ++i) pair.a[i] = c[i - 1];  // warning: [appyl-unproved] 'this->pair.a' and 'c' may be the same memory
  }
};

void ofParameter(Pair& s, int n, Part part) {
  auto& c = s.bySwitch(part);
#pragma parallel
  for (int i = 1; i < n; ++i) s.a[i] = c[i - 1];  // warning: [appyl-unproved] 's.a' and 'c' may be the same memory
}

void inObject(Holder& h, int n) {
  double* c = h.get();
#pragma parallel
  for (int i = 1; i < n; ++i) h.pair.b[i] = c[i - 1];  // warning: [appyl-unproved] 'h.pair.b' and 'c' may be the same memory
}

Row first, second;
bool isFirst;
double* ofEveryone() {
  double* p = first.data();
  if (!isFirst) p = second.data();
  return p;
}
void global(int n) {
  double* c = ofEveryone();
#pragma parallel
  for (int i = 1; i < n; ++i) second[i] = c[i - 1];  // warning: [appyl-unproved] 'second' and 'c' may be the same memory
}

// The same call of a function that nobody sees, and another one.
double* lookUp(int id);
void twice(int n) {
  double* c = lookUp(3);
  double* x = lookUp(3);
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = c[i - 1];  // warning: [appyl-unproved] 'x' and 'c' may be the same memory
}
void others(int n) {
  double* c = lookUp(3);
  double* x = lookUp(4);
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = c[i - 1];
}

// Something new each time.
double* allocateRow(int n);
struct Pool {
  Row memory;
  int used = 0;
  double* get(int n) {
    double* p = memory.data() + used;
    used += n;
    return p;
  }
  void rows(int n) {
    double* c = get(n);
    double* x = get(n);
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = c[i - 1];
  }
  void besideAll(int n) {
    double* c = get(n);
#pragma parallel
    for (int i = 1; i < n; ++i) memory[i] = c[i - 1];  // warning: [appyl-unproved] 'this->memory' and 'c' may be the same memory
  }
};
void allocated(int n) {
  double* c = allocateRow(n);
  double* x = allocateRow(n);
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = c[i - 1];
}
