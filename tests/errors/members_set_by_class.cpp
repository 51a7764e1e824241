#include <memory>
#include <span>
#include <utility>
#include <vector>

// What a class points its members at, in its constructors, setters, friends or by initial values, its loops see.
struct Constructed {
  std::vector<double> v;
  double* p;
  explicit Constructed(int n) : v(n), p(v.data()) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] = p[i + 1];  // warning: [appyl-unproved] 'this->v' and 'this->p' may be the same memory
  }
};

void outside(Constructed& s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) s.v[i] = s.p[i + 1];  // warning: [appyl-unproved] 's.v' and 's.p' may be the same memory
}

struct Initial {
  double a[100];
  double* p = a;
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = p[i + 1];  // warning: [appyl-unproved] 'this->a' and 'this->p' may be the same memory
  }
};

struct Reference {
  std::vector<double> v;
  std::vector<double>& r;
  explicit Reference(int n) : v(n), r(v) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] = r[i + 1];  // warning: [appyl-unproved] 'this->v' and 'this->r' may be the same memory
  }
};

double table[100];
struct OfGlobal {
  double* p;
  OfGlobal() { p = table; }
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) table[i] = p[i + 1];  // warning: [appyl-unproved] 'table' and 'this->p' may be the same memory
  }
};

double* current;
void init() { current = table + 1; }
void global(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) table[i] = current[i];  // warning: [appyl-unproved] 'table' and 'current' may be the same memory
}

struct Setter {
  std::vector<double> v;
  std::span<double> s;
  void set() { s = v; }
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] = s[i + 1];  // warning: [appyl-unproved] 'this->v' and 'this->s' may be the same memory
  }
};

struct Friend {
  std::vector<double> v;
  double* p;
  friend void wire(Friend& f);
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] = p[i + 1];  // warning: [appyl-unproved] 'this->v' and 'this->p' may be the same memory
  }
};
void wire(Friend& f) { f.p = f.v.data(); }

struct Base {
  double* p;
  explicit Base(double* q) : p(q) {}
};
struct Derived : Base {
  double v[100];
  Derived() : Base(v) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] = p[i + 1];  // warning: [appyl-unproved] 'this->v' and 'this->p' may be the same memory
  }
};

template <class T>
struct Pattern {
  std::vector<T> v;
  T* p;
  explicit Pattern(int n) : v(n), p(v.data()) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] = p[i + 1];  // warning: [appyl-unproved] 'this->v' and 'this->p' may be the same memory
  }
};
template struct Pattern<double>;

struct Twice {
  double *u, *w;
  explicit Twice(double* q) : u(q), w(q) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) u[i] = w[i + 1];  // warning: [appyl-unproved] 'this->u' and 'this->w' may be the same memory
  }
};

struct Owner {
  std::unique_ptr<double[]> m;
  double* w;
  explicit Owner(int n) : m(new double[n]), w(m.get()) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) m[i] = w[i + 1];  // warning: [appyl-unproved] 'this->m' and 'this->w' may be the same memory
  }
};

struct Nested {
  struct Rows {
    double* p;
  } in;
  std::vector<double> v;
  explicit Nested(int n) : v(n) { in.p = v.data(); }
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] = in.p[i + 1];  // warning: [appyl-unproved] 'this->v' and 'this->in.p' may be the same memory
  }
};

// Distinct members that are given distinct memory, or hand it to each other, stay distinct; so do two objects of
// a class.
double* allocate(int n, std::vector<double>& pool);

struct Distinct {
  double *p, *q;
  Distinct(double* a, double* b) : p(a), q(b) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) p[i] = q[i + 1];
  }
};
struct Pooled {
  double *p, *q;
  Pooled(int n, std::vector<double>& pool) : p(allocate(n, pool)), q(allocate(n, pool)) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) p[i] = q[i + 1];
  }
};
struct Flipped {
  double *p, *q;
  explicit Flipped(int n) : p(new double[n]), q(new double[n]) {}
  void flip() { std::swap(p, q); }
  void turn() {
    double* t = p;
    p = q;
    q = t;
  }
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) p[i] = q[i + 1];
    flip();
  }
};
void two(Twice& a, Twice& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a.u[i] = b.w[i + 1];
}
void twoOwners(Constructed& a, Constructed& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a.p[i] = b.v[i + 1] + b.p[i];
}

// A class of a template, whose instances have constructors and setters of their own.
template <class T>
struct Open {
  T *p, *q;
  explicit Open(T* x) : p(x), q(x) {}
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) p[i] = q[i + 1];  // warning: [appyl-unproved] 'this->p' and 'this->q' may be the same memory
  }
};
template <class T>
struct OpenLater {
  T *p, *q;
  void take(T* x) {
    p = x;
    q = x;
  }
  void run(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) p[i] = q[i + 1];  // warning: [appyl-unproved] 'this->p' and 'this->q' may be the same memory
  }
};
void ofInstances(int n, double* a) {
  Open<double>(a).run(n);
  OpenLater<double> later;
  later.take(a);
  later.run(n);
}
