#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

// A table, a container or a member that the function points at an array leads to it.
void vec(int* a, int* o, int n) {
  std::vector<int*> p = {a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0][1];
  }
}
void carr(int* a, int* o, int n) {
  int* p[1] = {a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0][1];
  }
}
void carr_later(int* a, int* o, int n) {
  int* p[2];
  p[0] = a;
  p[1] = o;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    o[i] += p[0][1];  // warning: [appyl-unproved] 'o' and 'p' may be the same memory
  }
}
void vec_push(int* a, int* o, int n) {
  std::vector<int*> p;
  p.push_back(a);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0][1];
  }
}
void vec_emplace(int* a, int* o, int n) {
  std::vector<int*> p;
  p.emplace_back(a + 1);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0][1];
  }
}
void rangefor(int* a, int* o, int n) {
  std::vector<int*> p = {a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    for (int* q : p) o[i] += q[1];
  }
}
void rangefor_ref(int* a, int* o, int n) {
  std::vector<int*> p = {a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    for (const auto& q : p) o[i] += q[1];
  }
}
void rangefor_c(int* a, int* o, int n) {
  int* p[] = {a, a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    for (int* q : p) o[i] += q[1];
  }
}
struct F {
  int* x;
  int* y;
};
void structs(int* a, int* o, int n) {
  std::vector<F> p{{a, o}};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p[].x' may be the same memory
    o[i] += p[0].x[1];
  }
}
void structarr(int* a, int* o, int n) {
  F p[1] = {{a, o}};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p[].x' may be the same memory
    o[i] += p[0].x[1];
  }
}
struct G {
  F f;
};
void nested(int* a, int* o, int n) {
  G g{{a, nullptr}};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g.f.x' may be the same memory
    o[i] += g.f.x[1];
  }
}
struct H {
  int* x[2];
};
void memarr(int* a, int* o, int n) {
  H g{{a, nullptr}};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g.x' may be the same memory
    o[i] += g.x[0][1];
  }
}
struct V {
  std::vector<int*> x;
};
void memvec(int* a, int* o, int n) {
  V g;
  g.x.push_back(a);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g.x' may be the same memory
    o[i] += g.x[0][1];
  }
}
struct S {
  std::span<int> x;
};
void memspan(int* a, int* o, int n) {
  S g{std::span<int>(a, n)};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g.x' may be the same memory
    o[i] += g.x[1];
  }
}
void memspan_vec(std::vector<int>& a, int* o, int n) {
  S g{a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g.x' may be the same memory
    o[i] += g.x[1];
  }
}
void memspan_later(std::vector<int>& a, int* o, int n) {
  S g;
  g.x = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g.x' may be the same memory
    o[i] += g.x[1];
  }
}
void stdarray(int* a, int* o, int n) {
  std::array<int*, 1> p = {a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0][1];
  }
}
void stdmap(int* a, int* o, int n) {
  std::map<int, int*> p = {{0, a}};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p.at(0)[1];
  }
}
void stdpair(int* a, int* o, int n) {
  std::pair<int*, int> p = {a, 1};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p.first' may be the same memory
    o[i] += p.first[p.second];
  }
}
void uptr(int n, int* o) {
  auto u = std::make_unique<int[]>(n);
  int* a = u.get();
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'u' may be the same memory
    o[i] += u[1];
  }
}
void uptr_reset(int* a, int* o, int n) {
  std::unique_ptr<int[]> u;
  u.reset(a);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'u' may be the same memory
    o[i] += u[1];
  }
}
void ptrptr(int* a, int* o, int n) {
  int** r = &a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'r' may be the same memory
    o[i] += (*r)[1];
  }
}
void settab(int** r, int* a, int* o, int n) {
  r[0] = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'r' may be the same memory
    o[i] += r[0][1];
  }
}
void setmem(F* f, int* a, int* o, int n) {
  f->x = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'f->x' may be the same memory
    o[i] += f->x[1];
  }
}
void newtab(int* a, int* o, int n) {
  int** r = new int*[2]{a, o};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'r' may be the same memory
    o[i] += r[0][1];
  }
  delete[] r;
}
void rows(std::vector<double>& m, int n, int k, double* o) {
  std::vector<double*> row(n);
  for (int i = 0; i < n; ++i) row[i] = m.data() + i * k;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    m[i * k] = i;  // warning: [appyl-unproved] 'm' and 'row' may be the same memory
    o[i] += row[1][0];
  }
}
void two_members(int* a, int* o, int n) {
  F p = {a, a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p.x[i] = i;  // warning: [appyl-unproved] 'p.x' and 'p.y' may be the same memory
    o[i] += p.y[1];
  }
}
struct K {
  int* x;
  int* y;
  void set(int* q) { x = q; }
  int* get() { return x; }
};
void setter(int* a, int* o, int n) {
  K f{o, o};
  f.set(a);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'f.x' may be the same memory
    o[i] += f.x[1];
  }
}
static void give(K& f, int* q) { f.x = q; }
void givenref(int* a, int* o, int n, K& f) {
  give(f, a);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'f.x' may be the same memory
    o[i] += f.x[1];
  }
}
void throughref(int* a, int* o, int n, K& g) {
  K& f = g;
  f.x = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g.x' may be the same memory
    o[i] += g.x[1];
  }
}
void throughptr(int* a, int* o, int n, K& g) {
  K* f = &g;
  f->x = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g.x' may be the same memory
    o[i] += g.x[1];
  }
}
void ptrtoptr(int* a, int* o, int n, int* g) {
  int** f = &g;
  *f = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'g' may be the same memory
    o[i] += g[1];
  }
}
void throughrange(int* a, int* o, int n, std::vector<int*>& p) {
  for (int*& q : p) q = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0][1];
  }
}
void throughrange2(int* a, int* o, int n, std::vector<K>& p) {
  for (auto& q : p) q.x = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p[].x' may be the same memory
    o[i] += p[0].x[1];
  }
}
void filled(int* a, int* o, int n, std::vector<int*>& p) {
  std::fill(p.begin(), p.end(), a);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0][1];
  }
}
struct R {
  std::vector<int>& v;
};
void refmember(std::vector<int>& a, int* o, int n) {
  R r{a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'r.v' may be the same memory
    o[i] += r.v[1];
  }
}
struct B {
  int* x;
};
struct D : B {
  int k;
};
void base(int* a, int* o, int n) {
  D r;
  r.x = a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'r.x' may be the same memory
    o[i] += r.x[1];
  }
}
struct C {
  int* x;
  int* y;
  C(int* p, int* q) : x(p), y(q) {}
};
void ctor_one(int* a, int* o, int n) {
  C r(a, o);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'r.x' may be the same memory
    o[i] += r.x[1];
  }
}
template <class T>
void templ(T* a, T* o, int n) {
  std::vector<T*> p = {a};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0][1];
  }
}
template <class T>
void templ_span(std::vector<T>& a, T* o, int n) {
  std::span<T> p(a);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // warning: [appyl-unproved] 'a' and 'p' may be the same memory
    o[i] += p[0];
  }
}
template void templ(int*, int*, int);
template void templ_span(std::vector<int>&, int*, int);
struct W {
  std::vector<int*> p;
  std::vector<int> a;
  W(int n) : a(n) { p.push_back(a.data()); }
  void run(int* o, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      a[i] = i;  // warning: [appyl-unproved] 'this->a' and 'this->p' may be the same memory
      o[i] += p[0][1];
    }
  }
  void run2(int* o, int n) {
    p[0] = a.data();
#pragma parallel
    for (int i = 0; i < n; ++i) {
      a[i] = i;  // warning: [appyl-unproved] 'this->a' and 'this->p' may be the same memory
      o[i] += p[0][1];
    }
  }
};
int data[100];
int* table[] = {data, data + 5};
int* const ctable[] = {data, data + 5};
void glob(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    data[i] = i;  // warning: [appyl-unproved] 'data' and 'ctable' may be the same memory
    o[i] += ctable[0][1];
  }
}
void globv(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    data[i] = i;  // warning: [appyl-unproved] 'data' and 'table' may be the same memory
    o[i] += table[0][1];
  }
}
