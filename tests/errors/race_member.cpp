struct S {
  int last;
  void f(const int* a, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i)
      if (a[i] > last) last = a[i] / 2;  // error: [appyl-race] last
  }
};

// The object as a whole has its members in it.
#include <algorithm>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

struct Whole;
void setBehind(Whole& w, int v);

struct Whole {
  int last;
  void assigned(const int* a, int* b, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      b[i] = last;
      *this = Whole{a[i]};  // warning: [appyl-unproved] '*this' may change as a whole
    }
  }
  void byOperator(const int* a, int* b, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      b[i] = last;
      this->operator=(Whole{a[i]});  // warning: [appyl-unproved] '*this' may change as a whole
    }
  }
  void set(int v) { *this = Whole{v}; }
  void byMethod(const int* a, int* b, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      b[i] = last;
      set(a[i]);  // warning: [appyl-unproved] '*this' may change as a whole
    }
  }
  void byFunction(const int* a, int* b, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      b[i] = last;
      setBehind(*this, a[i]);  // warning: [appyl-unproved] '*this' may change as a whole
    }
  }
  void swapped(Whole* a, int* b, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      b[i] = last;
      std::swap(*this, a[i]);  // warning: [appyl-unproved] '*this' may change as a whole
    }
  }
  void exchanged(Whole* a, int* b, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) b[i] = std::exchange(*this, a[i]).last;  // warning: [appyl-unproved] '*this' may change as a whole
  }
  void copied(Whole* a, int* b, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      b[i] = last;
      std::memcpy(this, a + i, sizeof(Whole));  // warning: [appyl-unproved] '*this' may change as a whole
    }
  }
  void madeAnew(const int* a, int* b, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      b[i] = last;
      new (this) Whole{a[i]};  // warning: [appyl-unproved] '*this' may change as a whole
    }
  }
};
void setBehind(Whole& w, int v) { w = Whole{v}; }

struct List : std::vector<int> {
  void grow(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) push_back(i);  // warning: [appyl-unproved] '*this' may change as a whole
  }
  void fill(int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) std::fill(begin(), end(), i);  // warning: [appyl-unproved] what 'begin()' refers to is not known
  }
};

void ofOther(Whole& w, const int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    b[i] = w.last;
    w.set(a[i]);  // warning: [appyl-unproved] '*this' may change as a whole
  }
}

void ofElements(Whole* w, const int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Whole own{1};
    own.set(a[i]);
    w[i].set(own.last);
  }
}
