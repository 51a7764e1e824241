#include <algorithm>
#include <cstring>
#include <new>
#include <ranges>
#include <utility>
#include <vector>

// The same memory by other names, and what reaches it through casts and algorithms.
struct Holder {
  std::vector<double> v;
};

void pointerToReference(int n, Holder& h) {
  Holder& g = h;
  Holder* q = &g;
#pragma parallel
  for (int i = 0; i < n; ++i) q->v[i] = g.v[i + 1];  // warning: [appyl-unproved] may be the same memory
}

struct Base {
  double d[100];
};
struct Derived : Base {
  double e;
};

void castToBase(int n, Derived& o) {
  auto& b = static_cast<Base&>(o);
#pragma parallel
  for (int i = 0; i < n; ++i) b.d[i] = o.d[i + 1];  // error: [appyl-race] iteration i = 0 reads o.d[1], which iteration i = 1 writes
}

struct Point {
  double x, y;
};

void addressOfMember(int n, Point* a) {
  double* f = &a[0].x;
#pragma parallel
  for (int i = 0; i < n; ++i) f[i] = a[i].y;  // warning: [appyl-unproved] may be the same memory
}

double table[100];
int count;

void declaredOnceMore(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    extern double table[100];
    table[i / 2] = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write table[0]
  }
}

void scalarDeclaredOnceMore(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) {  // warning: [appyl-unproved] all iterations share the static 'count'
    extern int count;
    a[i] = count;
    count = i;
  }
}

void copiedAsBytes(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::memcpy((char*)a + 8 * i, (char*)a + 8 * i + 8, 8);  // warning: [appyl-unproved] any element of 'a' may be touched
}

void constructedInBytes(int n, char* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) ::new (a + i) Point{1, 2};  // warning: [appyl-unproved] any element of 'a' may be touched
}

void constructedInNowhere(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) new ((void*)(a + i / 2)) double(1);  // error: [appyl-race] iterations i = 0 and i = 1 both write a[0]
}

void filledAsRange(int n, std::vector<double>& a) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::ranges::fill(a, 1.0 * i);  // warning: [appyl-unproved] any element of 'a' may be touched
}

// --- nothing wrong ---------------------------------------------------------------------------------------------------

void constructedInPlace(int n, Point* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) new (&a[i]) Point{1.0 * i, 2};
}

void exchanged(int n, int* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::exchange(a[i], i);
}

void countedByRange(int n, double* a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int k : std::views::iota(i, i + 1)) a[k] = i;  // warning: [appyl-unproved] subscript 'k' of 'a' is not affine
}

void parts(int n, Point* a, Holder& h) {
  Point* const first = &a[0];
  auto& v = h.v;
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = first[i].x + first[i].y;
}
