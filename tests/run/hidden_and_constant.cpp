// What a kernel is handed is the same object: a global behind a local name, a pointer into an array that goes along by
// value, constants with functions of their own, loops that end where an unsigned counter begins again.
#include "print.h"
#include <array>
#include <vector>

struct Holder {
  std::array<double, 4> z;
};
static int off[3] = {10, 20, 30};

static void pointerInto(int n, const Holder& c, double* o) {
  const double* r = c.z.data();
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = c.z[i] + r[i];
}

static void hidden(int n, int* o) {
  int off[3] = {1, 2, 3};
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = off[i] + ::off[i];
}

struct Member {
  int off[3] = {4, 5, 6};
  void run(int n, int* o) {
#pragma parallel
    for (int i = 0; i < n; ++i) o[i] += off[i] + ::off[i];
  }
};

struct Value {
  int x;
  int get() { return x; }
  int both() { return x; }
  int both() const { return 2 * x; }
};
static int overloaded(Value& v) { return v.x; }
static int overloaded(const Value& v) { return 2 * v.x; }

static void constant(int n, const Value& c, int* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] += overloaded(c);
}
static void changing(int n, Value& c, int* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] += 10 * overloaded(c);
}
static void elements(std::vector<Value>& w, const std::vector<Value>& z, int* o) {
#pragma parallel
  for (int i = 0; i < 3; ++i) o[i] += 100 * w[i].get() + 1000 * w[i].both() + 10000 * z[i].both();
}

static void toTheEnd(int* table) {
#pragma parallel
  for (unsigned char c = 1; c != 0; ++c) table[c] = c;
#pragma parallel
  for (unsigned i = 4294967290u; i != 0; ++i) table[i - 4294967290u] += 3;
}

int main() {
  double o[4] = {};
  pointerInto(3, {{1, 2, 3, 4}}, o);
  print("pointerInto", o, 4);
  int p[3];
  hidden(3, p);
  Member().run(3, p);
  Value v{7};
  constant(3, v, p);
  changing(3, v, p);
  const std::vector<Value> w(3, Value{3});
  std::vector<Value> u = w;
  elements(u, w, p);
  print("p", p, 3);
  int table[256] = {};
  toTheEnd(table);
  print("table", table, 256);
}
