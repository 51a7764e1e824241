// A clause gives each iteration an object of its own, whose members hold nothing of what the iteration before it left.
#include <complex>
#include <string>
#include <utility>
#include <vector>

struct State {
  int count;
  double sum;
  double w[3];
};

namespace carried {
void f(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.sum = s.sum + a[i];  // warning: [appyl-unproved] 's.sum' is private, and may be read before the iteration has written it
    a[i] = s.sum;
  }
}
}

namespace counted {
void f(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.sum = a[i];
    s.count++;  // warning: [appyl-unproved] 's.count' is private, and may be read before the iteration has written it
    a[i] = s.count + s.sum;
  }
}
}

namespace sometimes {
void f(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0) s.sum = i;
    a[i] = s.sum;  // warning: [appyl-unproved] 's.sum' is private, and may be read before the iteration has written it
  }
}
}

namespace copied {
void f(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.count = i;
    const State before = s;  // warning: [appyl-unproved] 's.sum' is private, and may be read before the iteration has written it
    s.sum = before.w[0] + i;
    a[i] = before.sum;
  }
}
}

namespace by_other_names {
void f(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    auto& [count, sum, w] = s;
    const State& same = s;
    sum = a[i];
    count = count + 1;  // warning: [appyl-unproved] 's.count' is private, and may be read before the iteration has written it
    a[i] = same.sum * same.count;
  }
}
}

namespace of_a_base {
struct Base {
  int k;
};
struct Derived : Base {
  int m;
};
struct Holder {
  Derived d;
  std::pair<int, int> p;
};
void f(int n, int* a) {
  Holder h{};
#pragma parallel private(h)
  for (int i = 0; i < n; ++i) {
    h.p = {i, i};
    h.d.m = h.p.second;
    a[i] = h.d.m + h.d.k;  // warning: [appyl-unproved] 'h.d.k' is private, and may be read before the iteration has written it
    h.d.k = i;
  }
}
}

namespace by_methods {
class Sum {
  double value = 0;

 public:
  void start() { value = 0; }
  void add(double x) { value += x; }
  double get() const { return value; }
};
void carried(int n, double* a) {
  Sum s;
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.add(a[i]);  // warning: [appyl-unproved] 's.value' is private, and may be read before the iteration has written it
    a[i] = s.get();
  }
}
}

namespace by_reference {
void add(State& s, double x) { s.sum += x; }
void set(State& s, double x) { s.sum = x, s.count = 0; }
void carried(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    add(s, a[i]);  // warning: [appyl-unproved] 's.sum' is private, and may be read before the iteration has written it
    a[i] = s.sum;
  }
}
void set(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    set(s, a[i]);
    add(s, i);
    a[i] = s.sum + s.count;
  }
}
}

namespace arrays_inside {
void f(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.w[1] = 2;
    a[i] = s.w[0];  // warning: [appyl-unproved] 's.w' is private, and may be read before the iteration has written it
    s.w[0] = 1;
  }
}
void filled(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) s.w[k] = a[i];
    a[i] = s.w[0] + s.w[2];
  }
}
}

namespace of_the_library {
void number(int n, double* a) {
  std::complex<double> z{};
#pragma parallel private(z)
  for (int i = 0; i < n; ++i) {
    a[i] = z.real();  // warning: [appyl-unproved] 'z' is private, and may be read before the iteration has written it
    z = a[i];
  }
}
void text(int n, int* a) {
  std::string s;
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s += 'x';  // warning: [appyl-unproved] 's' is private, and may be read before the iteration has written it
    a[i] = static_cast<int>(s.size());
  }
}
void grows(int n, int* a) {
  std::vector<int> v;
#pragma parallel private(v)
  for (int i = 0; i < n; ++i) {
    v.push_back(i);  // warning: [appyl-unproved] 'v' is private, and may be read before the iteration has written it
    a[i] = static_cast<int>(v.size());
  }
}
void elements(int n, int* a) {
  std::vector<int> v(3);
#pragma parallel private(v)
  for (int i = 0; i < n; ++i) {
    v[0] += i;  // warning: [appyl-unproved] 'v' is private, and may be read before the iteration has written it
    a[i] = v[0];
  }
}
void anew(int n, int* a) {
  std::vector<int> v;
  std::string s;
  std::complex<double> z{};
#pragma parallel private(v, s, z)
  for (int i = 0; i < n; ++i) {
    v.clear();
    v.push_back(i);
    s = "a";
    s += 'x';
    z = i;
    z += 2.0;
    a[i] = static_cast<int>(v.size() + s.size()) + static_cast<int>(z.real()) + v[0];
  }
}
}

namespace not_told_apart {
struct Tagged {
  union {
    int i;
    float f;
  } u;
  int v = 0;
  void add(int x) { v += x; }
};
void byMethod(int n, int* a) {
  Tagged t;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    t.add(i);  // warning: [appyl-unproved] 't' is private, and may be read before the iteration has written it
    a[i] = t.v;
  }
}
void byMember(int n, int* a) {
  Tagged t;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    t.v++;  // warning: [appyl-unproved] 't' is private, and may be read before the iteration has written it
    a[i] = t.v;
  }
}
void whole(int n, int* a) {
  Tagged t;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    t = Tagged();
    t.v++;
    a[i] = t.v;
  }
}
struct Base {
  int v = 0;
  virtual void add(int x) { v += x; }
  virtual ~Base() = default;
};
void overridden(int n, int* a) {
  Base t;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    t.add(i);  // warning: [appyl-unproved] 't.v' is private, and may be read before the iteration has written it
    a[i] = t.v;
  }
}
}

// --- nothing wrong ---------------------------------------------------------------------------------------------------

namespace written_first {
void members(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.count = i;
    s.sum = a[i];
    s.sum += s.count;
    a[i] = s.sum;
  }
}
void whole(int n, double* a) {
  State s{};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s = State{i, 2.0, {}};
    s.count++;
    a[i] = s.sum + s.count + s.w[1];
  }
}
void byMethods(int n, double* a) {
  by_methods::Sum s;
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.start();
    s.add(a[i]);
    s.add(i);
    a[i] = s.get();
  }
}
// What nobody writes keeps its value.
void inPart(int n, double* a) {
  State s{1, 2.0, {}};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {
    s.sum = a[i];
    a[i] = s.sum * s.count;
  }
}
}

namespace vouched_for {
void f(int n, double* a) {
  State s{};
#pragma parallel private(s) unchecked
  for (int i = 0; i < n; ++i) {
    s.count++;  // warning: [appyl-unproved] 's.count' is private
    a[i] = s.count;
  }
}
}
