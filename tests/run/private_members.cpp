// A struct declared in front of the loop and filled member by member is each iteration's own; members that the loop
// only reads keep their values.
#include "print.h"
#include <vector>

struct Vector {
  double x, y, z;
  double square() const { return x * x + y * y + z * z; }
};

static void filled(const double* p, double* a, int n) {
  Vector v;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.x = p[i];
    v.y = p[i] * 2;
    v.z = v.x - i;
    a[i] = v.x * v.y + v.square();
  }
}

static void inBranches(const double* p, double* a, int n) {
  Vector v;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v.y = i;
    if (p[i] > 1) {
      v.x = p[i];
      v.z = 1;
    } else {
      v.z = p[i];
      v.x = v.z * v.y;
    }
    a[i] += v.x + v.z;
  }
}

static void copied(const Vector* p, Vector* a, int n) {
  Vector v;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    v = p[i];
    v.x += 1;
    v.z *= v.x;
    a[i] = v;
  }
}

struct Scale {
  double factor, value;
  int count;
};

static double kept(const double* p, double* a, int n) {
  Scale s{};
  s.factor = 5;
  s.value = -1;
  s.count = 3;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s.value = p[i] * s.factor;
    a[i] -= s.value * s.count;
  }
  return s.value + s.factor;
}

static void inner(const double* p, double* a, int n, int m) {
  Scale s{2, 0, 0};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    s.value = 0;
    for (s.count = 0; s.count < m; ++s.count) s.value += p[i] * s.count;
    a[i] += s.value * s.factor + s.count;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<double> p(n), a(n);
    fillFraction(p.data(), n, 1);
    filled(p.data(), a.data(), n);
    print("filled", a.data(), n);
    inBranches(p.data(), a.data(), n);
    print("branches", a.data(), n);
    std::vector<Vector> v(n), w(n);
    for (int i = 0; i < n; ++i) v[i] = {p[i], p[i] / 2, p[i] + i};
    copied(v.data(), w.data(), n);
    for (int i = 0; i < n; ++i) a[i] += w[i].x + w[i].y * w[i].z;
    print("copied", a.data(), n);
    std::printf("%a\n", kept(p.data(), a.data(), n));
    for (int m : {0, 1, 4}) inner(p.data(), a.data(), n, m);
    print("a", a.data(), n);
  }
}
