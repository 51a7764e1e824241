// Members that functions of the object, `this` or a lambda may lead to, that other iterations read, or of which each iteration
// writes other elements, are shared.
#include <vector>

class Solver {
  int n;
  std::vector<double> u, work_;
  double line[4];

  double first() const { return line[0]; }
  void inCalled() {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) line[k] = u[i];  // error: [appyl-race] line[0]
      u[i] = first();
    }
  }
  void byThis() {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) line[k] = u[i];  // error: [appyl-race] line[0]
      u[i] = this->line[3];
    }
  }
  void inLambda() {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      const auto set = [this, i](int k) { line[k] = u[i]; };  // error: [appyl-race] line[0]
      for (int k = 0; k < 4; ++k) set(k);
      u[i] = line[3];
    }
  }
  void readFirst() {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      const double before = work_[1];
      for (int k = 0; k < 4; ++k) work_[k] = u[i];  // error: [appyl-race] work_[1]
      u[i] = work_[3] + before;
    }
  }
  void others() {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) work_[k + i % 2] = u[i];  // error: [appyl-race] work_[1]
      u[i] = work_[3];
    }
  }
  // Another name of the memory would still be the member's.
  void byPointer() {
    double* p = line;
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) line[k] = u[i];  // error: [appyl-race] line[0]
      u[i] = p[3];
    }
  }
  void bySet() {
    const double* q;
    q = work_.data();
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) work_[k] = u[i];  // error: [appyl-race] work_[0]
      u[i] = q[3];
    }
  }
};

class Kept {
  int n;
  std::vector<double> u;
  double line[4];
  double* view;

 public:
  Kept() : view(line) {}
  void f() {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) line[k] = u[i];  // error: [appyl-race] line[0]
      u[i] = view[3];
    }
  }
};
