// An object that a call hands out, or that a view refers to, is the same one.
#include <cstdint>
#include <vector>

struct Base {
  std::vector<double> low;
};

struct S : Base {
  std::vector<double> u, w;
  double sum = 0;
  S& self() { return *this; }
  const S& old() const { return *this; }
  S* me() { return this; }
  Base& base() { return *this; }
  S& operator*() { return *this; }
  std::vector<double>& field() { return w; }
  int count() const { return static_cast<int>(u.size()); }

  void byMethod(int n) {
    S& s = self();
#pragma parallel
    for (int i = 0; i < n; ++i) s.u[i] = u[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
  void byConstant(int n) {
    const S& s = old();
#pragma parallel
    for (int i = 0; i < n; ++i) u[i] = s.u[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
  void byPointer(int n) {
    S* s = me();
#pragma parallel
    for (int i = 0; i < n; ++i) s->u[i] = u[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
  void byBase(int n) {
    Base& b = base();
#pragma parallel
    for (int i = 0; i < n; ++i) b.low[i] = low[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
  void byMember(int n) {
    auto& v = self().u;
#pragma parallel
    for (int i = 0; i < n; ++i) v[i] = u[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
  void byOperator(int n) {
    S& s = **this;
#pragma parallel
    for (int i = 0; i < n; ++i) s.u[i] = u[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
  double bySum(const double* a, double* o, int n) {
    S& q = self();
#pragma parallel reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
      sum += a[i];
      o[i] = q.sum;  // warning: [appyl-unproved] may be the same memory
    }
    return sum;
  }
  void otherMember(int n) {
    S& s = self();
    auto& v = field();
    std::vector<double> t(count());
#pragma parallel
    for (int i = 0; i < n; ++i) s.u[i] = v[i + 1] + t[i];
  }
};

static S& id(S& s) { return s; }
struct T : S {
  void byFunction(int n) {
    S& s = id(*this);
#pragma parallel
    for (int i = 0; i < n; ++i) s.u[i] = u[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
};

template <class D>
struct Crtp {
  D& derived() { return static_cast<D&>(*this); }
};
struct Derived : Crtp<Derived> {
  std::vector<double> u;
  void byDerived(int n) {
    Derived& s = derived();
#pragma parallel
    for (int i = 0; i < n; ++i) s.u[i] = u[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
};

struct Field {
  std::vector<double> d, e;
  struct Shift {
    const Field& f;
    int k;
    double operator[](int i) const { return f.d[i + k]; }
  };
  Shift shifted(int k) const { return {*this, k}; }
  void inside(int n, double c) {
    const auto up = shifted(1);
#pragma parallel
    for (int i = 0; i < n; ++i) d[i] += c * (up[i] - d[i]);  // warning: [appyl-unproved] may be the same memory
  }
  void byPointer(int n) {
    struct View {
      const Field* f;
    } v{this};
#pragma parallel
    for (int i = 0; i < n; ++i) d[i] = v.f->d[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
};
void advect(Field& f, int n, double c) {
  const auto up = f.shifted(1);
#pragma parallel
  for (int i = 0; i < n; ++i) f.d[i] += c * (up[i] - f.d[i]);  // warning: [appyl-unproved] may be the same memory
}
static Field::Shift shift(const Field& f) { return Field::Shift{f, 1}; }
void byFunction(Field& f, int n) {
  const Field::Shift k = shift(f);
#pragma parallel
  for (int i = 0; i < n; ++i) f.d[i] = k.f.d[i + 1];  // warning: [appyl-unproved] may be the same memory
}
static std::uintptr_t up(std::uintptr_t x) { return (x + 63) / 64 * 64; }
void aligned(double* p, int n) {
  double* q = reinterpret_cast<double*>(up(reinterpret_cast<std::uintptr_t>(p)));
#pragma parallel
  for (int i = 0; i < n; ++i) q[i] = p[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void apart(Field& f, Field& g, int n) {
  const auto up = f.shifted(1);
#pragma parallel
  for (int i = 0; i < n; ++i) g.d[i] = up[i];
}
void copied(Field& f, int n) {
  Field g = f;
#pragma parallel
  for (int i = 0; i < n; ++i) g.d[i] = f.d[i + 1];
}
