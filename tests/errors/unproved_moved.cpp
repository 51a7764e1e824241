// An object that is moved takes its memory along: whoever pointed there before points into the new one.
#include <utility>
#include <vector>

struct Box {
  std::vector<double> v, w;
};
struct Case {
  Box box;
  int label = 0;
};

void initialised(Box& a, int n) {
  double* p = a.v.data();
  Box b = std::move(a);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

void assigned(Box& a, int n) {
  double* p = a.v.data();
  Box b;
  b = std::move(a);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

void memberMoved(Box& a, int n) {
  double* p = a.v.data();
  Box b{std::move(a.v), {}};
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

void memberTaken(Box& a, int n) {
  double* p = a.v.data();
  Box b;
  b.w = std::move(a.v);
#pragma parallel
  for (int i = 1; i < n; ++i) b.w[i] = p[i - 1];  // warning: [appyl-unproved] 'b.w' and 'p' may be the same memory
}

void swapped(Box& a, Box& b, int n) {
  double* p = a.v.data();
  std::swap(a, b);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

void deeper(Case& a, int n) {
  double* p = a.box.w.data();
  Case b(std::move(a));
#pragma parallel
  for (int i = 1; i < n; ++i) b.box.w[i] = p[i - 1];  // warning: [appyl-unproved] 'b.box.w' and 'p' may be the same memory
}

Box same(Box x) { return x; }

void throughCall(Box& a, int n) {
  double* p = a.v.data();
  Box b = same(std::move(a));
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

void castAway(Box& a, int n) {
  double* p = a.v.data();
  Box b = static_cast<Box&&>(a);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

void byReference(Box& a, int n) {
  std::vector<double>& r = a.v;
  double* p = r.data();
  Box b = std::move(a);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

void threeSteps(Box& a, Box& b, int n) {
  double* p = a.v.data();
  Box t = std::move(a);
  a = std::move(b);
  b = std::move(t);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

struct Buffer {
  double* p;
  std::vector<int> sizes;
};

void pointerKept(Buffer& a, int n) {
  Buffer b = std::move(a);
#pragma parallel
  for (int i = 1; i < n; ++i) b.p[i] = a.p[i - 1];  // warning: [appyl-unproved] 'b.p' and 'a.p' may be the same memory
}

void intoContainer(std::vector<double> row, std::vector<std::vector<double>>& rows, int n) {
  double* p = row.data();
  rows.push_back(std::move(row));
#pragma parallel
  for (int i = 1; i < n; ++i) rows[0][i] = p[i - 1];  // warning: [appyl-unproved] 'rows' and 'p' may be the same memory
}

void exchanged(Box& a, int n) {
  double* p = a.v.data();
  std::vector<double> b = std::exchange(a.v, {});
#pragma parallel
  for (int i = 1; i < n; ++i) b[i] = p[i - 1];  // warning: [appyl-unproved] 'b' and 'p' may be the same memory
}

void intoLambda(std::vector<double> v, int n) {
  double* p = v.data();
  auto f = [w = std::move(v), p, n]() mutable {
#pragma parallel
    for (int i = 1; i < n; ++i) w[i] = p[i - 1];  // warning: [appyl-unproved] 'w' and 'p' may be the same memory
  };
  f();
}

void take(Box& b, std::vector<double>&& v) { b.w = std::move(v); }

void inCall(Box& b, std::vector<double> v, int n) {
  double* p = v.data();
  take(b, std::move(v));
#pragma parallel
  for (int i = 1; i < n; ++i) b.w[i] = p[i - 1];  // warning: [appyl-unproved] 'b.w' and 'p' may be the same memory
}

void handOver(Box& b, Box& a) { b.w = std::move(a.v); }

void inCallByReference(Box& b, Box& a, int n) {
  double* p = a.v.data();
  handOver(b, a);
#pragma parallel
  for (int i = 1; i < n; ++i) b.w[i] = p[i - 1];  // warning: [appyl-unproved] 'b.w' and 'p' may be the same memory
}

void elementMoved(std::vector<Box>& all, int n) {
  double* p = all[0].v.data();
  Box b = std::move(all[0]);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = p[i - 1];  // warning: [appyl-unproved] 'b.v' and 'p' may be the same memory
}

void elementsSwapped(std::vector<std::vector<double>>& all, int n) {
  double* p = all[0].data();
  std::swap(all[0], all[1]);
#pragma parallel
  for (int i = 1; i < n; ++i) all[1][i] = p[i - 1];  // warning: [appyl-unproved] 'all' and 'p' may be the same memory
}

class Solver {
 public:
  Solver(std::vector<double> start) : u(std::move(start)) {}
  std::vector<double> u;
};

void intoConstructor(std::vector<double> start, int n) {
  const double* p = start.data();
  Solver s(std::move(start));
#pragma parallel
  for (int i = 1; i < n; ++i) s.u[i] = p[i - 1];  // warning: [appyl-unproved] 's.u' and 'p' may be the same memory
}

// --- nothing wrong ---------------------------------------------------------------------------------------------------

// A copy is memory of its own.
void copied(Box& a, int n) {
  double* p = a.v.data();
  Box b = a;
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = a.v[i - 1] + p[i - 1];
}

// Other members than the one that is pointed to.
void otherMember(Box& a, int n) {
  double* p = a.v.data();
  Box b = std::move(a);
#pragma parallel
  for (int i = 1; i < n; ++i) b.w[i] = b.v[i - 1] + p[i - 1];
}

void elements(std::vector<std::vector<double>>& all, int n) {
  double *p = all[0].data(), *q = all[1].data();
#pragma parallel
  for (int i = 1; i < n; ++i) p[i] = q[i - 1];
}

void exchangedInSteps(Box& a, Box& b, int n) {
  Box t = std::move(a);
  a = std::move(b);
  b = std::move(t);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = a.v[i - 1];
}

void exchangedTwice(Box& a, Box& b, int n) {
  std::swap(a, b);
  std::swap(a, b);
#pragma parallel
  for (int i = 1; i < n; ++i) b.v[i] = a.v[i - 1] + b.w[i - 1];
}

struct Numbers {
  double x[8];
};

// Elements in an object are copied by a move.
void plain(Numbers& a, int n) {
  double* p = a.x;
  Numbers b = std::move(a);
#pragma parallel
  for (int i = 1; i < n; ++i) b.x[i] = p[i - 1];
}
