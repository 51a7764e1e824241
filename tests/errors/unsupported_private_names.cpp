// A variable of which each iteration has its own, found out or by a clause, that the iteration reads by another name or
// in code that only a class or the library runs.
#include <algorithm>
#include <array>
#include <vector>

static double g;
static double get() { return g; }
void byClause(const double* a, double* o, int n) {
#pragma parallel private(g)
  for (int i = 0; i < n; ++i) {
    g = a[i];
    o[i] = get();  // error: [appyl-unsupported] 'g', of which every iteration of 'i' has its own, is used here
  }
}
void lambda(const double* a, double* o, int n) {
  double t = 0;
  auto f = [&] { return t * t; };
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    t = a[i];
    o[i] = f();  // error: [appyl-unsupported] 't', of which every iteration of 'i' has its own
  }
}
void writtenByOther(const double* a, double* o, int n) {
  double t = 0;
  double& r = t;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    r = a[i];  // error: [appyl-unsupported] 't', of which every iteration of 'i' has its own
    o[i] = t;
  }
}
struct Value {
  double v;
  double get() const { return v; }
};
void object(const double* a, double* o, int n) {
  Value c{};
  const Value& r = c;
#pragma parallel private(c)
  for (int i = 0; i < n; ++i) {
    c.v = a[i];
    o[i] = r.get();  // error: [appyl-unsupported] 'c', of which every iteration of 'i' has its own
  }
}
void bound(const double* a, double* o, int n) {
  Value c{};
  auto& [v] = c;
#pragma parallel private(c)
  for (int i = 0; i < n; ++i) {
    c.v = a[i];
    o[i] = v;  // error: [appyl-unsupported] 'c', of which every iteration of 'i' has its own
  }
}

struct Initialised {
  double v;
  Initialised() : v(g) {}
};
struct Derived : Initialised {};
struct Default {
  double x = g;
};
void initialiser(const double* a, double* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    g = a[i];
    Derived c;  // error: [appyl-unsupported] 'g', which every iteration of 'i' writes, is used here
    o[i] = c.v;
  }
}
void memberDefault(const double* a, double* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    g = a[i];
    Default c;  // error: [appyl-unsupported] 'g', which every iteration of 'i' writes, is used here
    o[i] = c.x;
  }
}
void elements(const double* a, double* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    g = a[i];
    std::vector<Initialised> v(3);  // error: [appyl-unsupported] 'g', which every iteration of 'i' writes
    o[i] = v[1].v;
  }
}
static bool less(int x, int y) { return x * g < y * g; }
void comparison(int* a, const double* s, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    g = s[i];
    std::sort(a + i * m, a + (i + 1) * m, less);  // error: [appyl-unsupported] 'g', which every iteration of 'i' writes
  }
}
static double* toGlobal = &g;
static double through() { return *toGlobal; }
void pointerToGlobal(const double* a, double* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    g = a[i];
    o[i] = through();  // error: [appyl-unsupported] 'g', which every iteration of 'i' writes
  }
}
static double h;
struct Watch {
  const double* p;
  int k = 2;
  Watch() : p(&h) {}
};
void watched(const double* a, double* o, int n, const Watch& w) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    h = a[i];
    o[i] = *w.p;  // error: [appyl-unsupported] 'h', which every iteration of 'i' writes
  }
}
struct Log {
  double* p = nullptr;
  void set(double* q) { p = q; }
  double get() const { return *p; }
};
static void link(Log& log, double& x) { log.p = &x; }
void linked(const double* a, double* o, int n) {
  double t = 0;
  Log log;
  link(log, t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    o[i] = log.get();  // error: [appyl-unsupported] 't', which every iteration of 'i' writes
  }
}
struct Refers {
  const double& d;
  double get() const { return d; }
};
double sum(const double* a, double* o, int n) {
  double s = 0;
  Refers r{s};
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    s += a[i];
    o[i] = r.get();  // error: [appyl-reduction] 's' is used here outside its reduction
  }
  return s;
}

// Names of others, another call's variables.
void others(const double* a, double* o, int n, const Watch& w) {
  double t = 0, u = 3;
  Log log;
  log.set(&u);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    g = t * w.k;
    o[i] = log.get() + t + g;
  }
}
void recursive(double* a, int n, int depth) {
  double t;
  if (depth == 0) return;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];  // warning: [appyl-unproved] what 'a' refers to is not known
    recursive(&a[i], 1, depth - 1);
    a[i] += t;
  }
}
void pointsAtOwn(const double* a, double* o, int n) {
  double t;
  double* q;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];  // warning: [appyl-unproved] 't' is reached in a way that is not followed
    q = &t;
    o[i] = *q;
  }
}
