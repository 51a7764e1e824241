// Two buffers that take turns by a condition are two, whichever is which; as long as both are chosen in one place, by one
// condition that means the same for both.
#include <memory>
#include <utility>
#include <vector>

void step(double* a, double* b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    double* now = t % 2 ? b : a;
    double* next = t % 2 ? a : b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}
void inOneDeclaration(double* a, double* b, int n, bool first) {
  const double *now = first ? a : b;
  double *next = first ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
}
void together(double* a, double* b, int n, int t) {
  double *now = (t & 1) == 0 ? a : b, *next = (t & 1) == 0 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
}
void vectors(std::vector<double>& a, std::vector<double>& b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const std::vector<double>& now = t % 2 ? b : a;
    auto& next = t % 2 ? a : b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}
void rows(double (*a)[64], double (*b)[64], int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    double(*now)[64] = t % 2 ? b : a;
    double(*next)[64] = t % 2 ? a : b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
      for (int j = 0; j < 64; ++j) next[i][j] = now[i - 1][j] + now[i + 1][j];
  }
}
void assigned(double* a, double* b, int n, int steps) {
  double *now = a, *next = b;
  for (int t = 0; t < steps; ++t) {
    now = t % 2 ? b : a;
    next = t % 2 ? a : b;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}

void owners(int n, int steps) {
  auto a = std::make_unique<double[]>(n), b = std::make_unique<double[]>(n);
  for (int t = 0; t < steps; ++t) {
    const double* now = a.get();
    double* next = b.get();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
    std::swap(a, b);
  }
}
void vectorsByPointers(std::vector<double>& a, std::vector<double>& b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const double* now = a.data();
    double* next = b.data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
    a.swap(b);
  }
}

void ofTwo(double* a, double* b, int n, int steps) {
  double* both[2] = {a, b};
  for (int t = 0; t < steps; ++t) {
    const double* now = both[t % 2];
    double* next = both[1 - t % 2];
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}
void ofRows(double** rows, int n) {
  double *now = rows[0], *next = rows[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
}
void ofVectors(std::vector<std::vector<double>>& u, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const double* now = u[t & 1].data();
    double* next = u[(t + 1) & 1].data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
  }
}
void ofOwners(std::unique_ptr<double[]> (&u)[2], int n, int which) {
  const double* now = u[which].get();
  double* next = u[which ^ 1].get();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];
}

void ofTwice(double* a, int n) {
  double* both[2] = {a, a};
  double *now = both[0], *next = both[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void ofTwoSetAgain(double* a, double* b, int n) {
  double* both[2] = {a, b};
  both[1] = both[0];
  double *now = both[0], *next = both[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void ofOneRow(double** rows, int n, int t) {
  double *now = rows[t % 2], *next = rows[(t + 2) % 2];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsSet(double** rows, double* a, int n) {
  rows[0] = rows[1] = a;
  double *now = rows[0], *next = rows[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void indexMovesBetween(double** rows, int n, int t) {
  double* now = rows[t % 2];
  ++t;
  double* next = rows[(t + 1) % 2];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsSwappedBetween(std::vector<std::vector<double>>& u, int n) {
  const double* now = u[0].data();
  u[0].swap(u[1]);
  double* next = u[1].data();
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void rowsSetByOthers(double** rows, int n) {
  void set(double**);
  double* now = rows[0];
  set(rows);
  double* next = rows[1];
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void swappedBetween(std::vector<double>& a, std::vector<double>& b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    const double* now = a.data();
    std::swap(a, b);
    double* next = b.data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
  }
}
void madeBeforeTheSwaps(std::vector<double>& a, std::vector<double>& b, int n, int steps) {
  const double* now = a.data();
  for (int t = 0; t < steps; ++t) {
    double* next = b.data();
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
    std::swap(a, b);
  }
}
void theSame(double* a, double* b, int n, int t) {
  double *now = t % 2 ? a : b, *next = t % 2 ? a : b;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void otherCondition(double* a, double* b, int n, int s, int t) {
  double *now = s % 2 ? a : b, *next = t % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void conditionMoves(double* a, double* b, int n, int t) {
  double *now = t++ % 2 ? a : b, *next = t++ % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void conditionChangesBetween(double* a, double* b, int n, int t) {
  double* now = t % 2 ? a : b;
  ++t;
  double* next = t % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void nestBetween(double* a, double* b, int n, int steps) {
  double *now = a, *next = b;
  for (int t = 0; t < steps; ++t) {
    now = t % 2 ? b : a;
#pragma parallel
    for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
    next = t % 2 ? a : b;
  }
}
void oneBuffer(double* x, int n, int t) {
  double *a = x, *b = x + 1;
  double *now = t % 2 ? a : b, *next = t % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void againTheSame(double* a, double* b, int n, int t) {
  double *now = t % 2 ? a : b, *next = t % 2 ? b : a;
  if (n > 8) next = now;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i - 1] + now[i + 1];  // warning: [appyl-unproved] may be the same memory
}
void besideItsOwn(double* a, double* b, int n, int t) {
  double *now = t % 2 ? a : b, *next = t % 2 ? b : a;
#pragma parallel
  for (int i = 1; i < n - 1; ++i) next[i] = now[i] + a[i + 1];  // warning: [appyl-unproved] may be the same memory
}
