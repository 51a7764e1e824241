// The members of an object that is a member itself have names in front of the loop, as far as the loop's function can
// say them.
#include <vector>

struct Grid {
  std::vector<double> cells;
  int columns;
  double& operator()(int i, int j) { return cells[i * columns + j]; }
};
struct Solver {
  Grid now, next;
  int rows;
};
struct Run {
  Solver solver;
  int steps;
  void scale() {
#pragma parallel
    for (int i = 0; i < solver.rows; ++i)
      for (int j = 0; j < solver.now.columns; ++j) solver.now(i, j) *= 2;
  }
  void fromNextColumn() {
#pragma parallel
    for (int i = 0; i < solver.rows; ++i)
      for (int j = 0; j < solver.now.columns - 1; ++j) solver.now(i, j) = solver.now(i, j + 1);
  }
  void fromNextRow() {
#pragma parallel
    for (int i = 0; i < solver.rows - 1; ++i)
      for (int j = 0; j < solver.now.columns; ++j)
        solver.now(i, j) = solver.now(i + 1, j);  // error: [appyl-race] reads
  }
  void changing() {
#pragma parallel
    for (int i = 0; i < steps; ++i)
      for (int j = 0; j < 4; ++j) {
        solver.now(i, j) *= 2;
        solver.now.columns = 4;  // error: [appyl-race] 'solver' carries a value
      }
  }
};
void byReference(Run& run, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < run.solver.next.columns; ++j) run.solver.next(i, j) = run.solver.now(i, j);
}
void byPointer(Run* run, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < run->solver.next.columns; ++j) run->solver.next(i, j) = 1;
}

class Hidden {
 public:
  double& at(int i, int j) { return cells[i * columns + j]; }
  double& at(int i) { return cells[i * stride]; }

 private:
  std::vector<double> cells;
  int columns = 8, stride = 1;
};
void hidden(Hidden& x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)  // warning: [appyl-unproved] m <= x.columns for granted, which cannot be checked
    for (int j = 0; j < m; ++j) x.at(i, j) = 1;
}
void hiddenRow(Hidden& x, int m) {
#pragma parallel
  for (int j = 0; j < m; ++j) x.at(0, j) = 1;
}

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
