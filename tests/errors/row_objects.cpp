// Objects that an iteration makes lead to where the pointers do that they are made of, as long as nobody gives them others
// and it is seen who uses them.
#include <functional>
#include <utility>
#include <vector>

struct Row {
  Row(double* first, int count) : p(first), n(count) {}
  double& operator[](int j) { return p[j]; }
  double* begin() const { return p; }
  double* end() const { return p + n; }
  Row& self() { return *this; }
  double* p;
  int n;
};
struct List {
  double* p;
  int n;
};
struct Holder {
  List list;
  int k;
};
void unseen(List);

void inRows(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Row r(x + i, m);
    for (int j = 0; j < m; ++j) r[j] = 1;  // error: [appyl-race]
  }
}
void elsewhere(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = i;
    List r{x + k * m, m};
    k = 0;
    List q{x + k * m, m};
    q.p[0] = r.p[1];  // error: [appyl-race]
  }
}
void ofLaterValue(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k = i;
    List r{x + k * m, m};
    k = 0;
    for (int j = 0; j < r.n; ++j) r.p[j] += k;
  }
}
void byMember(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    List r{x + i * m, m};
    r.p = x;
    r.p[0] = 1;  // warning: [appyl-unproved] 'r'
  }
}
void byMemberPointer(double* x, int n, int m) {
  double* List::* which = &List::p;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    List r{x + i * m, m};
    r.*which = x;
    r.p[0] = 1;  // warning: [appyl-unproved] 'r'
  }
}
void byPointer(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    List r{x + i * m, m};
    List* q = &r;
    q->p = x;
    r.p[0] = 1;  // warning: [appyl-unproved] 'r'
  }
}
void byOtherObject(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    List r{x + i * m, m}, q{x, m};
    std::swap(r, q);  // warning: [appyl-unproved] 'r'
    r.p[0] = 1;
  }
}
void byMethod(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Row r(x + i * m, m);  // warning: [appyl-unproved]
    r.self().p = x;
    r.p[0] = 1;
  }
}
void handedOn(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    List r{x, m};
    unseen(r);  // warning: [appyl-unproved] 'unseen'
  }
}
void kept(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Holder h{{x, m}, 1};
    h.list.p[0] = i;  // warning: [appyl-unproved] 'h'
  }
}
void ranged(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Row r(x, m);
    for (double& e : r) e = i;  // warning: [appyl-unproved]
  }
}
void bound(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto [p, k] = List{x, m};
    p[0] = k;  // warning: [appyl-unproved] 'p[0]'
  }
}
void captured(double* x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    List r{x, m};
    const std::function<void()> set = [r] { r.p[0] = 1; };
    set();  // warning: [appyl-unproved]
  }
}

struct Vector {
  double x, y;
};
Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y}; }
void lasting(std::vector<Vector>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto&& sum = a[i] + a[i];
    sum.x = 1;
    a[i] = sum;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto&& first = a[0];
    first.x = i;  // error: [appyl-race]
  }
}
struct Memory {
  double* p;
};
void lastingPointer(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Memory&& own = Memory{x};
    own.p[0] = i;  // error: [appyl-race]
  }
}

// Members that have values of their own, bit-fields, and operators that hand out a member.
struct Same {
  int n;
  int m = n;
};
void valueOfItsOwn(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Same q{i};
    x[i - q.m] = i;  // warning: [appyl-unproved]
  }
}
struct Packed {
  int : 8;
  int at;
  int k;
};
void packed(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Packed q{0, i};
    x[q.at] = i;  // warning: [appyl-unproved]
  }
}
struct Handing {
  int at;
  int& operator[](int) { return at; }
};
void handing(double* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Handing q{i};
    q[0] = 0;
    x[q.at] = i;  // warning: [appyl-unproved]
  }
}
