#include <memory>
#include <vector>

// A method changes the object that it is called for: where a pointer from memory leads to that, or none of
// the iterations has its own, it is shared; what a method calls for the same object is of that, too.
struct Lcg {
  unsigned s;
  unsigned next() { return s = s * 1664525u + 1013904223u; }
  double uniform() { return next() / 4294967296.0; }
  double twice() { return uniform() + uniform(); }
};

void ownElements(std::vector<double>& x, std::vector<Lcg>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = g[i].twice();
}

void ownCopies(std::vector<double>& x, const Lcg& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Lcg h = g;
    h.s += i;
    x[i] = h.twice();
  }
}

void ownByReference(std::vector<double>& x, std::vector<Lcg>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Lcg& h = g[i];
    x[i] = h.twice();
  }
}

void ownByPointer(std::vector<double>& x, Lcg* g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) x[i] = (g + i)->twice();
}

struct Moments {
  double total = 0;
  int count = 0;
  void one(double v) {
    total += v;
    ++count;
  }
  void all(const double* v, int m) {
    for (int j = 0; j < m; ++j) one(v[j]);
  }
  double mean() const { return total / count; }
};

void ownMoments(const double* v, double* o, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Moments a;
    a.all(v + i * m, m);
    o[i] = a.mean();
  }
}

void sharedMoments(const double* v, double* o, int n, int m) {
  Moments a;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a.all(v + i * m, m);  // error: [appyl-race] a.total  // error: [appyl-race] a.count
    o[i] = a.mean();
  }
}

struct Counter {
  int k;
  int up() { return ++k; }
};

void byPointer(int* o, Counter* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = c->up();  // error: [appyl-race] c->k
}

struct Kept {
  int k;
  int up() {
    return ++k;
  }
};

void byPointers(int* o, std::vector<Kept*>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = c[i]->up();  // warning: [appyl-unproved] 'c[][].k' is reached by a pointer loaded from memory, 'c[i]'
}

struct Inner {
  int k;
  int up() { return ++k; }
};
struct Outer {
  Inner* in;
  int up() { return in->up(); }
};

void byMember(int* o, std::vector<Outer>& c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = c[i].up();  // warning: [appyl-unproved] is reached by a pointer loaded from memory, 'in'
}

struct Behind {
  int k;
  int up() { return ++k; }  // warning: [appyl-unproved] what 'h' refers to is not known
};
struct Handle {
  Behind* b;
  int up() { return b->up(); }
};

void byHandle(int* o, Behind* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Handle h{b};
    o[i] = h.up();
  }
}

struct Values {
  std::vector<double> v;
  double& at(int i) { return v[i]; }
};

void elements(std::vector<Values*>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) g[i]->at(0) += 1;  // warning: [appyl-unproved] 'g[][].v' is reached by a pointer loaded from memory, 'g[i]'
}

struct Ticks {
  static int count;
  int mine;
  void tick() { ++count; }
  void run() {
    tick();
    ++mine;
  }
};

void statics(std::vector<Ticks>& g, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) g[i].run();  // warning: [appyl-unproved] 'tick' changes 'count'
}
