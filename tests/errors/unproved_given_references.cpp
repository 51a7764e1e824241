// What a function hands back is another name of what it was given: a whole object or number that is written by
// it is shared as by its own name.
#include <utility>

struct Point {
  double x, y;
  Point& self() { return *this; }
  Point& set(double value) {
    x = value;
    return *this;
  }
};
Point& same(Point& point) { return point; }
int& same(int& number) { return number; }
int& counted(int& number) {
  number = 0;
  return number;
}
template <class T>
T& sameOf(T& object) {
  return object;
}

void object(const Point* s, double* a, Point& t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Point& r = same(t);
    r = s[i];  // warning: [appyl-unproved] 'r' is another name of 't', which a function gives
    a[i] = r.x;
  }
}

void number(int* a, int n) {
  int t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& r = same(t);
    r = a[i];  // warning: [appyl-unproved] 'r' is another name of 't', which a function gives
    a[i] = t + 1;
  }
  a[0] = t;
}

void itself(const Point* s, double* a, int n) {
  Point t{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t.self() = s[i];  // warning: [appyl-unproved] what '*this' refers to is not known
    a[i] = t.x;
  }
  a[0] += t.x;
}

void chained(const Point* s, double* a, int n) {
  Point t{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Point& q = same(same(t)).self();
    Point& r = q;
    r = s[i];  // warning: [appyl-unproved] 'r' is another name of 't', which a function gives
    a[i] = r.x;
  }
  a[0] += t.x;
}

template <class T>
void open(const T* s, double* a, int n) {
  T t{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& r = sameOf(t);
    a[i] = r.x;
    r = s[i];  // warning: [appyl-unproved] 'r' is another name of 't', which a function gives
  }
  a[0] += t.x;
}
void useOpen(const Point* s, double* a, int n) { open(s, a, n); }

struct Holder {
  Point point;
  Point& get() { return point; }
  void ofMember(const Point* s, double* a, int n) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      Point& r = get();
      a[i] = r.x;
      r = s[i];  // warning: [appyl-unproved] 'r' is another name of 'point', which a function gives
    }
  }
};

Point everyones;
Point& shared() { return everyones; }
void ofGlobal(const Point* s, double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Point& r = shared();
    a[i] = r.x;
    r = s[i];  // warning: [appyl-unproved] 'r' is another name of 'everyones', which a function gives
  }
}

void byLambda(const Point* s, double* a, int n) {
  Point t{};
  auto get = [&]() -> Point& { return t; };
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Point& r = get();
    r = s[i];  // warning: [appyl-unproved] 'r' is another name of 't', which a function gives
    a[i] = r.x;
  }
  a[0] += t.x;
}

void assign(Point& target, const Point& value) { target = value; }
void handedOn(const Point* s, double* a, int n) {
  Point t{};
#pragma parallel
  for (int i = 0; i < n; ++i) {
    assign(same(t), s[i]);  // warning: [appyl-unproved] 'target' is another name of 't', which a function gives
    a[i] = t.x;
  }
  a[0] += t.x;
}

void assignInside(int& target, int value) {
  int& r = same(target);
  r = value;
}
void inFunction(int* a, int n) {
  int t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] += t;
    assignInside(t, a[i]);  // warning: [appyl-unproved] 'r' is another name of 't', which a function gives
  }
  a[0] = t;
}

void twoNames(const Point* s, double* a, int n) {
  Point t{};
  Point& r = same(t);
  Point& q = same(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    r = s[i];  // warning: [appyl-unproved] 'r' is reached in a way that is not followed
    a[i] = q.x;
  }
}

void besideItsName(int* a, int n) {
  int t = 0;
  int& r = counted(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    r = a[i];  // warning: [appyl-unproved] 'r' is reached in a way that is not followed
    a[i] = t;
  }
}

void behindComma(int* a, int n) {
  int t = 0;
  int& r = (++n, t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    r = a[i];  // error: [appyl-unsupported] 't', which every iteration of 'i' writes, is used here by another name
    a[i] = t;
  }
}

// Nobody else knows it; the iteration's own; an element of its own.
void onlyName(const Point* s, double* a, Point& t, int n) {
  Point& r = same(t);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    r = s[i];
    a[i] = r.x;
  }
}
void own(const Point* s, double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Point t;
    Point& r = same(t);
    r = s[i];
    r.self() = s[i];
    a[i] = t.x;
  }
}
void namedPrivate(const Point* s, double* a, int n) {
  Point t;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    Point& r = same(t);
    r = s[i];
    a[i] = r.x;
  }
}
void elements(const Point* s, Point* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Point& r = same(a[i]);
    r = s[i];
    same(a[i]).y = 2;
  }
}

std::pair<int&, int&> both(int& one, int& other) { return {one, other}; }
void inPair(int* a, int n) {
  int t = 0, u = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = t;
    both(t, u).first = i;  // warning: [appyl-unproved] what the references in '{one, other}' name is not followed
  }
}
