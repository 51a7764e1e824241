// A reference to a whole object is another name of it: what is assigned by that name is assigned to the object.
#include <complex>
#include <string>
#include <vector>

struct Base {
  double x;
};
struct Point : Base {
  double y, z;
};
static Point global;
static void put(Point& to, const Point& from) {
  auto& place = to;
  place = from;
}

void assigned(Point& o, double* a, const Point* s, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    Point& r = o;
    a[i] = r.x;
    r = s[i];  // error: [appyl-race] 'o' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
  }
}

std::complex<double> summed(const std::complex<double>* s, int n) {
  std::complex<double> f = 0;
#pragma parallel
  for (int i = 0; i < n; i++) {
    auto& r = f;
    r += s[i];  // error: [appyl-race] 'f' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
  }
  return f;
}

void inFront(Point& o, double* a, const Point* s, int n) {
  Point& r = o;
#pragma parallel
  for (int i = 0; i < n; i++) {
    a[i] = r.x;
    r = s[i];  // error: [appyl-race] 'o' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
  }
}

void inCondition(Point& o, double* a, const Point* s, int n) {
#pragma parallel
  for (int i = 0; i < n; i++)
    if (Point& r = o; s[i].x > 0) {
      a[i] = r.x;
      r = s[i];  // error: [appyl-race] 'o' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
    }
}

void ofBase(Point& o, double* a, const Point* s, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    Base& r = o;
    a[i] = r.x;
    r = s[i];  // error: [appyl-race] 'o' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
  }
}

void handedOn(Point& o, double* a, const Point* s, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    Point& r = o;
    a[i] = r.x;
    put(r, s[i]);  // error: [appyl-race] 'o' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
  }
}

void ofGlobal(double* a, const Point* s, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    auto&& r = global;
    a[i] = r.x;
    r = s[i];  // error: [appyl-race] 'global' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
  }
}

void twice(Point& o, double* a, const Point* s, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    Point& r = o;
    Point& q = r;
    a[i] = q.x;
    q = s[i];  // error: [appyl-race] 'o' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
  }
}

void containers(std::vector<int>& o, double* a, const std::vector<int>* s, int n) {
#pragma parallel
  for (int i = 0; i < n; i++) {
    auto& r = o;
    a[i] = r.size();
    r = s[i];  // error: [appyl-race] 'o' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
  }
}

struct Holder {
  Point member;
  std::string text;

  void members(double* a, const Point* s, const std::string* t, int n) {
#pragma parallel
    for (int i = 0; i < n; i++) {
      Point& r = member;
      a[i] = r.x;
      r = s[i];  // error: [appyl-race] 'member' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
    }
#pragma parallel
    for (int i = 0; i < n; i++) {
      auto& r = text;
      a[i] = r.size();
      r = t[i];  // error: [appyl-race] 'text' carries a value from one iteration of 'i' to the next; the iterations of a 'parallel' loop are independent
    }
  }
};

// Right: each iteration has an object of its own, or only reads.
void right(Point* o, const Point* s, double* a, const Point& c, int n) {
  Point kept;
#pragma parallel
  for (int i = 0; i < n; i++) {
    Point& r = o[i];
    r = s[i];
    r.x += 1;
  }
#pragma parallel
  for (int i = 0; i < n; i++) {
    Point& r = kept;
    r = s[i];
    a[i] = r.x;
  }
#pragma parallel
  for (int i = 0; i < n; i++) {
    const Point& r = c;
    Point own = s[i];
    Point& q = own;
    q.x += r.x;
    a[i] = own.x;
  }
}
