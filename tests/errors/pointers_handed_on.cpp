#include <algorithm>
#include <any>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

// Pointers that go through a tuple, a std::any, an integer, bytes, or a lambda that another function made.
void tied(double* x, int n) {
  std::tuple<double*, int> t{x, n};
  double* q;
  int m;
  std::tie(q, m) = t;
#pragma parallel
  for (int i = 0; i < m; ++i) x[i] = q[i + 1];  // warning: [appyl-unproved] 'x' and 'q' may be the same memory
}

void any(double* x, int n) {
  std::any q = x;
  double* p = std::any_cast<double*>(q);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}

void aligned(double* x, int n) {
  const auto at = reinterpret_cast<std::uintptr_t>(x);
  const auto up = (at + 63) / 64 * 64;
  double* p = reinterpret_cast<double*>(up);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}

void bytes(double* x, int n) {
  double* p;
  std::memcpy(&p, &x, sizeof p);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}

static auto setter(double* p, double* q) {
  return [p, q](int i) { p[i + 1] = q[i]; };  // warning: [appyl-unproved] 'p' and 'o' may be the same memory
}
static auto ownSetter(double* p) {
  return [own = p](int i) { own[i + 1] = i; };  // warning: [appyl-unproved] 'p' and 'o' may be the same memory
}

void captured(double* o, double* x, double* y, int n) {
  auto f = setter(o, x);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    f(i);
    y[i] = o[i];
  }
}

void capturedAsInit(double* o, double* y, int n) {
  auto f = ownSetter(o);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    f(i);
    y[i] = o[i];
  }
}

void capturedAtOnce(double* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = 1;  // warning: [appyl-unproved] 'o' and 'q' may be the same memory
    setter(o, o)(i);
  }
}

struct Pointer {
  double* p;
  void set(double* q) { p = q; }
};
void byMemberPointer(double* x, int n) {
  Pointer b;
  auto f = &Pointer::set;
  (b.*f)(x);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = b.p[i + 1];  // warning: [appyl-unproved] 'x' and 'b.p' may be the same memory
}
void invoked(double* x, int n) {
  Pointer b;
  std::invoke(&Pointer::set, b, x);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = b.p[i + 1];  // warning: [appyl-unproved] 'x' and 'b.p' may be the same memory
}
void byLambda(double* x, int n) {
  double* p;
  auto set = [&](double* q) { p = q; };
  set(x);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}
void byExchange(double* x, int n) {
  double* p = nullptr;
  std::exchange(p, x);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}
void byFunction(double* x, int n) {
  std::function<double*()> f = [x] { return x; };
  double* p = f();
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}
union Either {
  double* p;
  long number;
};
void byUnion(double* x, int n) {
  Either e;
  e.p = x;
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = e.p[i + 1];  // warning: [appyl-unproved] 'x' and 'e.(union)' may be the same memory
}
void ownParameters(double* a, double* b, int n) {
  const auto step = [n](double* u, const double* v) {
#pragma parallel
    for (int i = 1; i < n; ++i) u[i] = v[i - 1];
  };
  step(a, b);
  step(b, a);
}

struct Registry {
  std::vector<double> v, w;
  static Registry& get() {
    static Registry one;
    return one;
  }
};
void single(int n) {
  auto& s = Registry::get().v;
  const double* t = Registry::get().v.data();
#pragma parallel
  for (int i = 0; i < n; ++i) s[i] = t[i + 1];  // warning: [appyl-unproved] 's' and 't' may be the same memory
}
void singleOthers(int n) {
  auto& s = Registry::get().v;
  auto& t = Registry::get().w;
#pragma parallel
  for (int i = 0; i < n; ++i) s[i] = t[i + 1];
}

// Names that are exchanged, or given different memory, stay distinct.
void exchanged(double* u, double* v, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
#pragma parallel
    for (int i = 1; i < n; ++i) u[i] = v[i - 1];
    std::tie(u, v) = std::make_tuple(v, u);
  }
}
void different(double* a, double* b, int n) {
  double *p, *q;
  std::tie(p, q) = std::make_pair(a, b);
#pragma parallel
  for (int i = 1; i < n; ++i) p[i] = q[i - 1];
}

// A pointer that a function nobody sees takes by reference may be set to what else it is given; two that it takes so
// are two.
void point(double*& p, double* x);
void allocate(double*& x, double*& y, int n);
void pointedByUnseen(double* x, double* y, int n) {
  double* p = y;
  point(p, x);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}
void pointedByPointer(double* x, double* y, int n, void (*set)(double*&, double*)) {
  double* p = y;
  set(p, x);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}
void allocated(int n) {
  double *x, *y;
  allocate(x, y, n);
  const double* p = x;
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = p[i + 1];
}

// What the library calls a lambda with.
void calledBack(double* x, double* y, int n) {
  double* p = y;
  std::function<void(double*)> set = [&](double* q) { p = q; };
  set(x);
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}
void calledForEach(double* x, double* y, int n) {
  double *p = y, *all[] = {x};
  std::for_each(all, all + 1, [&](double* q) { p = q; });
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = p[i + 1];  // warning: [appyl-unproved] 'x' and 'p' may be the same memory
}

// Lambdas that set what they are given.
struct Two {
  double *u, *v;
};
void setByLambda(double* x, int n) {
  Two two;
  auto set = [x](Two& each) { each.u = x, each.v = x + 1; };
  set(two);
#pragma parallel
  for (int i = 0; i < n; ++i) two.v[i] = two.u[i];  // warning: [appyl-unproved] may be the same memory
}
void setByFunctionObject(double* x, int n) {
  Two two;
  std::function<void(Two&)> set = [x](Two& each) { each.u = x, each.v = x + 1; };
  set(two);
#pragma parallel
  for (int i = 0; i < n; ++i) two.v[i] = two.u[i];  // warning: [appyl-unproved] may be the same memory
}

// Objects that are copied by their bytes, or named by their addresses.
void copiedBytes(double* x, double* y, int n) {
  Two from{x, y}, to{y, x};
  std::memcpy(&to, &from, sizeof to);
#pragma parallel
  for (int i = 1; i < n; ++i) from.u[i] = to.u[i - 1];  // warning: [appyl-unproved] may be the same memory
}
void copiedCharacters(double* x, double* y, int n) {
  Two from{x, y}, to{y, x};
  std::memmove(reinterpret_cast<char*>(&to), &from, sizeof to);
#pragma parallel
  for (int i = 1; i < n; ++i) from.u[i] = to.u[i - 1];  // warning: [appyl-unproved] may be the same memory
}
void assignedBehindCasts(double* x, double* y, int n) {
  Two from{x, y}, to{y, x};
  *reinterpret_cast<Two*>(&to) = from;
#pragma parallel
  for (int i = 1; i < n; ++i) from.u[i] = to.u[i - 1];  // warning: [appyl-unproved] may be the same memory
}
void assignedByReference(double* x, double* y, int n) {
  Two from{x, y}, to{y, x};
  reinterpret_cast<Two&>(to) = from;
#pragma parallel
  for (int i = 1; i < n; ++i) from.u[i] = to.u[i - 1];  // warning: [appyl-unproved] may be the same memory
}
void assignedByAddress(double* x, double* y, int n) {
  Two from{x, y}, to{y, x};
  (&to)->u = from.u;
#pragma parallel
  for (int i = 1; i < n; ++i) from.u[i] = to.u[i - 1];  // warning: [appyl-unproved] may be the same memory
}
