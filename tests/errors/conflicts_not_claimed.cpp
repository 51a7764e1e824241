// No conflict is claimed that no run has: conditions and assertions around and before the loop, what does not
// return, members with a common beginning.
#include <cassert>
#include <vector>

namespace member_prefix {
struct B { int m, mass; };
void f(B* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i].m = b[i + 1].mass;
}
}

namespace noreturn_call {
[[noreturn]] void die();
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { if (i > 0) die(); a[0] = i; }  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
}
}

namespace assert_guard {
int a[10];
void f() {
#pragma parallel
  for (int i = 0; i < 12; ++i) { assert(i < 10); a[i] = i; }
}
}

namespace throw_in_callee {
static void check(int i) { if (i > 0) throw 1; }
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { check(i); a[0] = i; }  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
}
}

namespace builtin_unreachable {
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { if (i > 0) __builtin_unreachable(); a[0] = i; }  // warning: [appyl-unproved] the condition under which 'a' is accessed is not affine
}
}

namespace outer_counter_range {
void f(int* a, int n) {
  for (int k = 1; k < n; ++k)
#pragma parallel
    for (int i = k; i < n; ++i) a[i] -= a[0];
}
}

namespace guard_of_outer_if {
void f(int* a, int n, int m) {
  if (m > n) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[i + m];
  }
}
}

namespace guard_assert_before {
void f(int* a, int n, int m) {
  assert(m >= n);
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];
}
}

namespace early_return_before {
void f(int* a, int n, int m) {
  if (m < n) return;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];
}
}

namespace const_before {
void f(int* a, int n) {
  const int m = n + 3;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = a[i + m];
}
}

namespace debug_flag {
constexpr bool debug = false;
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { if (debug) a[0] = 1; a[i] = 2; }
}
}

// Members are apart also where an object is copied as a whole, elements of one member may be.
struct Particle {
  double x, y, w[4];
};
void members(Particle* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Particle own = a[i];
    a[i].x = own.y + a[i + 1].y;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Particle own = a[i];
    a[i].w[0] = own.y + a[i + 1].w[1];  // warning: [appyl-unproved] a part of an element of 'a'
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Particle next = a[i + 1];
    a[i].x = next.y;  // error: [appyl-race]
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const Particle own = a[i];
    a[i].x = own.y + a[i + 1].x;  // error: [appyl-race]
  }
}

// Members of a base are others than those of one name in the class, or in another base.
struct Base {
  double x;
};
struct Beside {
  double x;
};
struct Derived : Base {
  double x;
};
struct Both : Base, Beside {};
void ofBases(Derived* a, Both* b, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) a[i].x = a[i - 1].Base::x;
#pragma parallel
  for (int i = 1; i < n; ++i) b[i].Base::x = b[i - 1].Beside::x;
#pragma parallel
  for (int i = 1; i < n; ++i) {
    Base& own = a[i];
    own.x = a[i - 1].Base::x;  // error: [appyl-race]
  }
#pragma parallel
  for (int i = 1; i < n; ++i) {
    a[i].Base::x = 1;  // error: [appyl-race]
    const Base& before = a[i - 1];
    a[i].x = before.x;
  }
}

// Bit-fields share a place in memory with their neighbours only.
struct Flags {
  unsigned a : 3, b : 5;
  unsigned : 0;
  unsigned c : 4;
  int between;
  unsigned d : 2;
};
void ofFlags(Flags* f, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) f[i].a = f[i - 1].c + f[i - 1].d;
#pragma parallel
  for (int i = 1; i < n; ++i) f[i].a = f[i - 1].b;  // error: [appyl-race]
}

// An example that no run has: an int of 2^32, a beginning that has wrapped around.
void ofOrdinaryNumbers(int* a, int m, unsigned long n, unsigned k) {
#pragma parallel
  for (unsigned i = n; i > 0; --i) a[m <= -1u ? i : n] = 1;  // warning: [appyl-unproved] is not affine
#pragma parallel
  for (long i = -1 + k; i <= 7; ++i) a[i * (i + 1) / 2 + i / 2] = 1;  // warning: [appyl-unproved] is not affine
}
