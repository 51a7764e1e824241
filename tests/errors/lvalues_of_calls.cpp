// options: -Rappyl
// What is changed through the reference that a user's function returns is found in its body, whatever else
// stands there.
#include <cassert>
#include <utility>

struct Local {
  double* d;
  int n;
  double& operator()(int i, int j) {
    const int at = i * n + j;
    return d[at];
  }
};
void below(Local a) {
#pragma parallel
  for (int i = 1; i < a.n; ++i)
    for (int j = 0; j < a.n; ++j) a(i, j) = a(i - 1, j) + 1;  // error: [appyl-race] which iteration i =
}

struct Pointer {
  double* d;
  int n;
  double& operator()(int i, int j) {
    double* row = d + i * n;
    return row[j];
  }
};
void corner(int n, Pointer a) {
#pragma parallel
  for (int i = 0; i < n; ++i) ++a(0, 0);  // error: [appyl-race] both write a.d[0]
}

struct Choice {
  double* d;
  double& operator()(int i) {
    return i < 2 ? d[0] : d[i];
  }
};
void clamped(int n, Choice a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a(i) = i;  // error: [appyl-race] both write a.d[0]
}

struct Swapped {
  double* d;
  double& operator()(int i) {
    const int at = i / 2;
    return d[at];
  }
};
void swaps(int n, Swapped a, double* x) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap(a(i), x[i]);  // error: [appyl-race] both write a.d[0]
}

struct Passed {
  double* d;
  double& operator()(int i) {
    const int at = i / 2;
    return d[at];
  }
};
inline void set(double& x, double v) { x = v; }
void passes(int n, Passed a) {
#pragma parallel
  for (int i = 0; i < n; ++i) set(a(i), i);  // error: [appyl-race] both write a.d[0]
}

void lambda(int n, double* s) {
  auto at = [=](int i, int j) -> double& {
    const int k = i * n + j;
    return s[k];
  };
#pragma parallel
  for (int i = 0; i < n; ++i) at(0, 0) += i;  // error: [appyl-race] both write s[0]
}

struct Asserted {
  double* d;
  int n;
  double& operator()(int i, int j) {
    assert(j < n);
    return d[i * n + j];
  }
};
void asserted(Asserted a) {
#pragma parallel
  for (int i = 1; i < a.n; ++i)
    for (int j = 0; j < a.n; ++j) a(i, j) = a(i - 1, j) + 1;  // error: [appyl-race] which iteration i =
}

struct Symmetric {
  double* d;
  int n;
  double& operator()(int i, int j) {
    if (i < j) std::swap(i, j);
    return d[i * n + j];
  }
};
void symmetric(int n, Symmetric a) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = i - j;  // warning: [appyl-unproved] subscript 'a.n*i + j' of 'a.d'
}

// Which function runs is not known.
struct Base {
  double* d;
  virtual double& operator[](int i) { return d[i]; }
  virtual double& at(int i) { return d[i]; }
};
void chosen(int n, Base& a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = i;  // warning: [appyl-unproved] what 'a[i]' refers to is not known
}
void named(int n, Base& a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a.at(i) = i;  // warning: [appyl-unproved] which 'at' a virtual call runs
}

// What is right stays proved.
void rows(Local a) {
#pragma parallel
  for (int i = 0; i < a.n; ++i)  // remark: [appyl-proved]
    for (int j = 0; j < a.n; ++j) a(i, j) += 1;
}
void assertedRows(Asserted a) {
#pragma parallel
  for (int i = 0; i < a.n; ++i)  // remark: [appyl-proved]
    for (int j = 0; j < a.n; ++j) a(i, j) = i;
}
struct Final final : Base {
  double& operator[](int i) override { return d[i]; }
};
void devirtualised(int n, Final& a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = i;  // remark: [appyl-proved]
}
