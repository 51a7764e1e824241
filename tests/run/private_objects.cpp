// Objects from outside that each iteration writes before it reads them, as a whole or member by member.
#include "print.h"
#include <array>
#include <valarray>
#include <vector>

struct Particle {
  double x, y, z;
};

static void whole(const Particle* v, Particle* w, int n) {
  Particle t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = v[i];
    t.x += 1;
    t.y *= t.x;
    w[i] = t;
  }
}

static void memberByMember(const Particle* v, Particle* w, int n) {
  Particle t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t.x = v[i].y;
    t.y = v[i].x + t.x;
    if (i % 2)
      t.z = 3;
    else
      t.z = v[i].z;
    w[i] = t;
  }
}

// A member that nobody writes has its value.
static void inPart(const Particle* v, double* w, int n) {
  Particle t{1, 2, 3};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t.x = v[i].y;
    w[i] = t.x * t.z;
  }
}

static double lastValue(const Particle* v, double* w, int n) {
  Particle t{1, 2, 3};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = v[i];
    t.x += i;
    w[i] = t.x * t.y;
  }
  return t.x + t.y;
}

// The last iteration's members, and those that were there before.
static double lastValueInPart(const Particle* v, double* w, int n) {
  Particle t{1, 2, 3};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t.x = v[i].x;
    w[i] = t.x * t.z;
  }
  return t.x + t.z;
}

static void inPartByClause(const Particle* v, double* w, int n) {
  Particle t{1, 2, 3};
#pragma parallel private(t) block(32)
  for (int i = 0; i < n; ++i) {
    t.x = v[i].y;
    w[i] -= t.x * t.z;
  }
}

struct Sum {
  double value = 0;
  void start() { value = 0; }
  void add(double x) { value += x; }
  double get() const { return value; }
};

static void methods(const Particle* v, double* w, int n) {
  Sum s;
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.start();
    s.add(v[i].x);
    s.add(w[i]);
    w[i] = s.get();
  }
}

struct Line {
  std::array<int, 4> a;
  int b[4];
  Particle p;
};

static void withArrays(const Line* v, Line* w, int n) {
  Line t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = v[i];
    t.a[i % 4] += 5;
    for (int k = 0; k < 4; ++k) t.b[k] += t.a[k];
    t.p.x = t.b[0];
    w[i] = t;
  }
}

static void inner(const Particle* v, Particle* w, int n, int m) {
  Particle t;
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      t = v[i * m + j];
      t.z -= j;
      w[i * m + j] = t;
    }
}

static void ofItsSize(const double* x, double* y, int n) {
  std::valarray<double> t(3);
#ifndef ON_DEVICE
#pragma parallel
#endif
  for (int i = 0; i < n; ++i) {
    t = x[i];
    y[i] = t[1] + t[2];
  }
}

int main() {
  for (int n : sizes) {
    std::vector<Particle> v(n), w(n);
    std::vector<double> x(n);
    std::vector<Line> l(n), k(n);
    fill(reinterpret_cast<double*>(v.data()), 3 * v.size(), 1);
    for (int i = 0; i < n; ++i) l[i] = {{i, 2, 3, i * 2}, {1, i, 4, 5}, v[i]};
    const auto show = [&](const char* what) {
      print(what, reinterpret_cast<const double*>(w.data()), 3 * w.size());
      print(what, x.data(), x.size());
    };
    whole(v.data(), w.data(), n);
    show("whole");
    memberByMember(v.data(), w.data(), n);
    show("member by member");
    inPart(v.data(), x.data(), n);
    show("in part");
    std::printf("%g\n", lastValue(v.data(), x.data(), n));
    show("last");
    std::printf("%g\n", lastValueInPart(v.data(), x.data(), n));
    inPartByClause(v.data(), x.data(), n);
    methods(v.data(), x.data(), n);
    show("clause");
    withArrays(l.data(), k.data(), n);
    for (const Line& each : k) std::printf("%d %d %d %g\n", each.a[0], each.b[1], each.b[3], each.p.x);
    inner(v.data(), w.data(), n / 3, 3);
    show("inner");
    ofItsSize(reinterpret_cast<const double*>(v.data()), x.data(), n);
    show("of its size");
  }
}
