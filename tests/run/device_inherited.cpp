// Objects that a kernel is handed: members of a base class, which their methods call, and bit-fields.
#include <cstdio>

struct Base {
  double b;
  double get() const { return b; }
  double scaled(double by) const { return get() * by; }
};
struct Derived : Base {
  double d;
  double own() const { return d; }
  double sum() const { return get() + own() + scaled(2); }
};
struct Bits {
  unsigned a : 3, b : 5;
  bool flag : 1;
};

void objects(double* v, int n, Derived q) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] += q.sum() + q.get();
}

void bits(double* v, int n, Bits q) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] += q.flag ? q.a + q.b : 0;
}

int main() {
  double v[3] = {1, 2, 3};
  objects(v, 3, Derived{{1}, 2});
  bits(v, 3, Bits{3, 17, true});
  for (const double x : v) std::printf("%g ", x);
  std::printf("\n");
}
