// A reference stays with what it was made of: after `auto& c = u[t]; --t;` it is no `u[t]` any more.
#include <array>
#include <functional>
#include <memory>
#include <vector>

using Row = std::vector<double>;
using Rows = std::vector<Row>;
void look(int& number);
void work();

void counted(Rows& u, int n, int t) {
  auto& c = u[t];
  t = t - 1;
  auto& x = u[t + 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

void besideTheArray(Rows& u, int n, int t) {
  auto& c = u[t];
  t++;
#pragma parallel
  for (int i = 1; i < n; ++i) u[t - 1][i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

// Another row now, and no race: that is not known either.
void anotherRow(Rows& u, int n, int t) {
  auto& c = u[t];
  t++;
  auto& x = u[t];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

void byTheInitialiser(Rows& u, int n) {
  int t = 0;
  auto& c = u[t++];
  auto& x = u[t++];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'x' and 'c' may be the same memory
}

void aroundTheLoop(Row (&f)[2], int steps, int n) {
  int current = 0;
  auto& c = f[current];
  for (int t = 0; t < steps; ++t) {
    auto& x = f[1 - current];
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'f' and 'c' may be the same memory
    current = 1 - current;
  }
}

void rows(double (&u)[2][1000], int n, int current) {
  auto& c = u[current];
  current ^= 1;
  auto& x = u[current ^ 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

void ring(std::array<std::array<double, 1000>, 3>& u, int n, int t) {
  auto& c = u[t % 3];
  t++;
  auto& x = u[(t + 2) % 3];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

struct Field {
  Row v;
};
void members(std::vector<Field>& u, int n, int t) {
  auto& c = u[t].v;
  t++;
  auto& x = u[t - 1].v;
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u[].v' and 'c' may be the same memory
}

void behindPointer(Field* p, int n) {
  auto& c = p->v;
  ++p;
  auto& x = p[-1].v;
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'p[].v' and 'c' may be the same memory
}

void oneElement(std::vector<double>& u, int n, int k) {
  double& c = u[k];
  k++;
#pragma parallel
  for (int i = 0; i < n; ++i)
    if (i != k) u[i] = c;  // warning: [appyl-unproved] 'c' and 'u' may be the same memory
}

// Whoever else changes the index.
void byCall(Rows& u, int n, int t) {
  auto& c = u[t];
  look(t);
  auto& x = u[t + 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

void byLambda(Rows& u, int n, int t) {
  auto down = [&] { --t; };
  auto& c = u[t];
  down();
  auto& x = u[t + 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

void byFunctionObject(Rows& u, int n, int t) {
  std::function<void()> down = [&] { --t; };
  auto& c = u[t];
  down();
  auto& x = u[t + 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

void byOtherName(Rows& u, int n, int& t, int& other) {
  auto& c = u[t];
  other--;
  auto& x = u[t + 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

void inMemory(Rows& u, int n, int* t) {
  auto& c = u[t[0]];
  t[0]--;
  auto& x = u[t[0] + 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

int everyones = 1;
void ofGlobal(Rows& u, int n) {
  auto& c = u[everyones];
  work();
  auto& x = u[everyones + 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'u' and 'c' may be the same memory
}

void byJump(Rows& u, int n, int t) {
  auto& c = u[t];
again:
  auto& x = u[t + 1];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];  // warning: [appyl-unproved] 'x' and 'c' may be the same memory
  if (--t > 0) goto again;
}

// What an object counts, and hands out by it.
struct Buffers {
  std::array<Row, 2> f;
  int current = 0;
  void flip() { current = 1 - current; }
  Row& now() { return f[current]; }
  Row& old() { return f[1 - current]; }
  double* data() { return f[current].data(); }

  void step(int n) {
    auto& c = now();
    flip();
    auto& x = old();
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = c[i - 1];  // warning: [appyl-unproved] 'this->f' and 'c' may be the same memory
  }
  void pointers(int n) {
    double* c = data();
    flip();
    double* x = old().data();
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = c[i - 1];  // warning: [appyl-unproved] 'this->f' and 'c' may be the same memory
  }
};

void ofParameter(Buffers& s, int n) {
  auto& c = s.now();
  s.flip();
  auto& x = s.old();
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = c[i - 1];  // warning: [appyl-unproved] 's.f' and 'c' may be the same memory
}

void assigned(Buffers& s, const Buffers& t, int n) {
  auto& c = s.f[s.current];
  s = t;
  auto& x = s.f[1 - s.current];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = c[i - 1];  // warning: [appyl-unproved] 's.f' and 'c' may be the same memory
}

// What stays: constants, and what changes in front of both, behind the nest, or nothing that leads there.
void constant(Rows& u, int n, const int t) {
  auto& c = u[t];
  auto& x = u[t + 1];
  work();
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];
}

void changedElsewhere(Rows& u, int n, int t) {
  t *= 2;
  auto& c = u[t];
  auto& x = u[t + 1];
  c[0] = 0;
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];
  t++;
}

void inTheLoop(Row (&f)[2], int steps, int n) {
  int current = 0;
  for (int t = 0; t < steps; ++t) {
    auto& c = f[current];
    auto& x = f[1 - current];
#pragma parallel
    for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];
    current = 1 - current;
  }
}

void elsewhere(Rows& u, Rows& w, int n, int t) {
  auto& c = u[t];
  t++;
  auto& x = w[t];
#pragma parallel
  for (int i = 1; i < n; ++i) x[i] = 0.5 * c[i - 1];
}
