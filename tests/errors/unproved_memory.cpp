// Memory that is reached through what was loaded from memory, through temporaries, through bytes that neighbours
// share.
#include <array>
#include <functional>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace temporary_span {
struct Span { int* p; };
inline void put(const Span& s, int v) { s.p[0] = v; }  // warning: [appyl-unproved] what 's' refers to is not known
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) put(Span{a}, i);
}
}

namespace method_on_temporary {
struct It { int* p; void set(int v) { *p = v; } };
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) It{a + i}.set(i);  // warning: [appyl-unproved] what 'It{a + i}' refers to is not known
}
}

namespace placement_new {
void f(char* buf, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int* t = new (buf) int[4];  // warning: [appyl-unproved] any element of 'buf' may be touched
    t[0] = i;
    b[i] = t[0];
  }
}
}

namespace new_then_shared {
void f(int* a, const int* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int* t = new int[4];
    if (c[i]) t = a;
    t[0] = i;  // warning: [appyl-unproved] what 't' refers to is not known
  }
}
}

namespace node_next {
struct Node { Node* next; int x; };
void f(Node* shared, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Node* t = new Node;
    t->next = shared;
    t->next->x = i;  // warning: [appyl-unproved] what 't' refers to is not known
  }
}
}

namespace local_vector_of_spans {
void f(std::span<int> a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<std::span<int>> rows{a};
    rows[0][0] = i;  // warning: [appyl-unproved] what 'rows' refers to is not known
  }
}
}

namespace param_vector_of_spans {
void f(std::vector<std::span<int>>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i][0] = i;  // warning: [appyl-unproved] 'v' is reached by a view loaded from memory, 'v[i]'
}
}

namespace vbool_member {
struct S { std::vector<bool> flags; };
void f(S& s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) s.flags[i] = true;  // warning: [appyl-unproved] neighbours in the vector<bool> 's' share a byte
}
}

namespace vbool_rows {
void f(std::vector<std::vector<bool>>& g, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) g[i][j] = true;  // warning: [appyl-unproved] neighbours in the vector<bool> 'g' share a byte
}
}

namespace vbool_ref {
void f(std::vector<std::vector<bool>>& g, int n) {
  auto& r = g[0];
#pragma parallel
  for (int i = 0; i < n; ++i) r[i] = true;  // warning: [appyl-unproved] neighbours in the vector<bool> 'g' share a byte
}
}

namespace union_sizes {
union U { int i[100]; char c[400]; };
void f(U& u, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { u.i[i] = i; b[i] = u.c[i]; }  // warning: [appyl-unproved] 'u.(union)' is reached by a union, whose members differ in size
}
}

namespace proxy {
struct P { int* p; P& operator=(int v) { *p = v; return *this; } };
struct M { int* d; P operator[](int i) { return P{d + i}; } };
void f(M& m, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) m[i] = i;  // warning: [appyl-unproved] what 'm[i]' refers to is not known
}
}

namespace pointer_assigned_later {
void f(int* a, int n) {
  int* p;
  p = a;
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = a[i + 1];  // error: [appyl-race] iteration i = 0 reads a[1], which iteration i = 1 writes
}
}

namespace array_of_pointers {
void f(int* rows[], int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) rows[i][0] = i;  // warning: [appyl-unproved] 'rows' is reached by a pointer loaded from memory, 'rows[i]'
}
}

namespace reference_wrapper_implicit {
void f(std::vector<std::reference_wrapper<int>>& r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { int& x = r[i]; x = i; }  // warning: [appyl-unproved] what 'x' refers to is not known
}
}

namespace pair_of_refs {
void f(std::vector<std::pair<int&, int>>& r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) r[i].first = i;  // warning: [appyl-unproved] 'r[].first' is reached by a reference from memory, 'r[i].first'
}
}

namespace struct_ref_member {
struct R { int& x; };
void f(R* r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) r[i].x = i;  // warning: [appyl-unproved] 'r[].x' is reached by a reference from memory, 'r[i].x'
}
}

namespace vbool_array {
void f(std::array<std::vector<bool>, 3>& s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) s[0][i] = true;  // warning: [appyl-unproved] neighbours in the vector<bool> 's' share a byte
}
}

namespace inline_global_ref {
int g3[100];
int (&alias)[100] = g3;
void f(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) alias[i] = g3[i + 1];  // error: [appyl-race] iteration i = 0 reads g3[1], which iteration i = 1 writes
}
}

namespace global_pointer_to_global {
int g4[100];
int* const p4 = g4;
void f(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p4[i] = g4[i + 1];  // warning: [appyl-unproved] 'p4' and 'g4' may be the same memory
}
}

namespace destructor_temp {
struct G { int* p; ~G() { p[0] += 1; } };
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { G{a}; }  // warning: [appyl-unproved] what the destructor of '{a}' does is not followed
}
}

namespace delete_destructor {
struct G { int* p; ~G() { p[0] += 1; } };
void f(G** g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) delete g[i];  // warning: [appyl-unproved] what the destructor of 'delete g[i]' does is not followed
}
}

namespace return_by_ref_chain {
struct T { int v[100]; T& put(int k, int x) { v[k] = x; return *this; } };
void f(T& t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) t.put(i, 1).put(i + 1, 2);  // warning: [appyl-unproved] what 't.put(i, 1)' refers to is not known
}
}

namespace star_operator_elements {
struct H { int* s; int& operator*() { return *s; } };
void f(H* h, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) *h[i] = i;  // warning: [appyl-unproved] 'h[].s' is reached by a pointer loaded from memory, 's'
}
}
