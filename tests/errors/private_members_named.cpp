// A clause `private` names a member only at the outermost annotated loop of the object's own function, by its plain name, and
// only an array or a vector.
#include <vector>

struct Other {
  double line[4];
};

class Solver {
  int n, m;
  double factor;
  std::vector<double> work_, u;
  double line[4];
  Other other;

  void inner() {
#pragma parallel
    for (int i = 0; i < n; ++i)
#pragma parallel private(work_)  // error: [appyl-pragma-syntax] 'work_' in clause 'private' is no variable
      for (int j = 0; j < m; ++j) {
        work_[0] = u[i * m + j];
        u[i * m + j] = work_[0] * 2;
      }
  }
  void ofOther() {
#pragma parallel private(other.line)  // error: [appyl-pragma-syntax] 'other.line' in clause 'private' is no variable
    for (int i = 0; i < n; ++i) {
      other.line[0] = u[i];
      u[i] = other.line[0] * 2;
    }
  }
  void number() {
#pragma parallel private(factor)  // error: [appyl-pragma-syntax] 'factor' in clause 'private' is no variable
    for (int i = 0; i < n; ++i) {
      factor = u[i];
      u[i] = factor * 2;
    }
  }
  void inLambda() {
    const auto step = [this] {
#pragma parallel private(line)  // error: [appyl-pragma-syntax] 'line' in clause 'private' is no variable
      for (int i = 0; i < n; ++i) {
        line[0] = u[i];
        u[i] = line[0] * 2;
      }
    };
    step();
  }
};
