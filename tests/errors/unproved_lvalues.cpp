// Writes through lvalues that are no names, members or elements: what they change is not followed, which is said.
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

void chosen(std::vector<int>& a, int t, int u, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    (i % 2 ? t : u) += a[i];  // warning: [appyl-unproved] 'i % 2 ? t : u' is reached
    a[i] = t;
  }
}

void choice(std::vector<int>& a, int t, int u, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& m = i % 2 ? t : u;
    m += a[i];  // warning: [appyl-unproved] 'm' is reached
    a[i] = m;
  }
}

void cast(std::vector<int>& a, int t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int& k = static_cast<int&>(t);
    k += a[i];  // warning: [appyl-unproved] 'k' is reached
    a[i] = k;
  }
}

void outside(std::vector<int>& a, std::pair<int, int> p, int n) {
  auto& [x, y] = p;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    x += a[i];  // warning: [appyl-unproved] 'x' is reached
    a[i] = x + y;
  }
}

void inside(std::vector<int>& a, std::pair<int, int> p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& [x, y] = p;
    x += a[i];  // warning: [appyl-unproved] 'x' is reached
    a[i] = x + y;
  }
}

void wrapped(std::vector<int>& a, int t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int& q : {std::ref(t)}) q += a[i];  // warning: [appyl-unproved] is reached
    a[i] = t;
  }
}

void swapped(std::vector<int>& a, int t, int u, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap(i % 2 ? t : u, a[i]);  // warning: [appyl-unproved] is reached
}

struct Point {
  int x, y;
};

void byMember(std::vector<Point>& p, int Point::*member, int n) {
#pragma parallel
  for (int i = 0; i < n - 1; ++i) p[i].*member = p[i + 1].y;  // warning: [appyl-unproved] 'p[i].*member' is reached
}

void castElement(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) static_cast<int&>(a[i / 2]) = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write a[0]
}

void memberOfCast(const std::vector<Point>& p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) const_cast<Point&>(p[i / 2]).x = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write p[0].x
}

void memberOfChoice(Point s, Point t, const std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) (i % 2 ? s : t).x += a[i];  // warning: [appyl-unproved] '(i % 2 ? s : t).x' is reached
}

template <class T>
void choiceInTemplate(std::vector<T>& a, T t, T u, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto& m = i % 2 ? t : u;
    m += a[i];  // warning: [appyl-unproved] 'm' is reached
    a[i] = m;
  }
}

// What belongs to the iteration is its own by any name.
void own(std::vector<int>& a, const std::vector<std::pair<int, int>>& p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int t = 0, u = 1;
    (i % 2 ? t : u) = a[i];
    auto& m = i % 3 ? t : u;
    m += 2;
    auto [x, y] = p[i];
    x += y;
    Point q{t, u};
    int Point::*member = &Point::x;
    q.*member = x;
    a[i] = t + u + q.x;
  }
}

// What a pointer of the iteration leads to is not the iteration's.
void behindOwnPointer(std::vector<std::pair<int, int>>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto* p = a.data() + i / 2;
    auto& [x, y] = *p;
    x = i;  // warning: [appyl-unproved] 'x' is reached
  }
}
void castBehindOwnPointer(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double* p = a + i / 2;
    reinterpret_cast<long&>(*p) = i;  // warning: [appyl-unproved] 'reinterpret_cast<long&>(*p)' is reached
  }
}
struct Name {
  int& of;
};
void namedBehindOwnPointer(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int* p = a + i / 2;
    Name name{*p};  // warning: [appyl-unproved] what the references in
    name.of = i;
  }
}
Name nameOf(int* a, int i) { return {a[i / 2]}; }
void namedByFunction(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) nameOf(a, i).of = i;  // warning: [appyl-unproved] what the references in
}
void partsThatAreNames(std::tuple<int&, int&> names, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto [x, y] = names;  // warning: [appyl-unproved] what the references in 'names' name
    x = i;
  }
}
