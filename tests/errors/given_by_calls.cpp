// Pointers and objects that a call, a condition or an assignment gives: what the library does to them is done to what
// they lead to, or to nobody knows what.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

using Row = std::array<double, 4>;

void otherRow(std::vector<Row>& p, double* y, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    p[i][0] = i;
    y[i] = std::accumulate(p[i - 1].begin(), p[i - 1].end(), 0.0);  // warning: [appyl-unproved]
  }
}
void ownRow(std::vector<Row>& p, double* y, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    std::fill(p[i].begin() + 1, p[i].end(), i);
    y[i] = std::accumulate(p[i].cbegin(), p[i].cend(), 0.0);
  }
}
void shared(Row& p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(p.begin(), p.end(), i);  // warning: [appyl-unproved]
}
void workspace(double* y, int n) {
  Row t;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::fill(t.begin(), t.end(), i);
    t[0] += 1;
    y[i] = std::accumulate(t.begin(), t.end(), 0.0);
  }
}
void reduced(const double* x, double* y, int n) {
  std::array<double, 2> p{};
#pragma parallel reduction(+ : p)
  for (int i = 0; i < n; ++i) {
    p[i % 2] += x[i];
    y[i] = std::accumulate(p.begin(), p.end(), 0.0);  // error: [appyl-reduction]
  }
}
void owner(std::unique_ptr<double[]>& u, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill_n(u.get(), 4, i);  // warning: [appyl-unproved]
}
double* choose(double* a, double* b, bool first) {
  if (first) return a;
  return b;
}
void chosen(double* a, double* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill_n(choose(a, b, i % 2), 4, i);  // warning: [appyl-unproved] 'choose(a, b, i % 2)'
}

struct Own {
  Row w;
  double* begin() { return w.data(); }
  double* end() { return w.data() + 4; }
};
void rangeOfOther(Own* p, double* y, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    p[i].w[0] = i;
    for (double z : p[i - 1]) y[i] += z;  // warning: [appyl-unproved]
  }
}
void rangeOfOwn(Own* p, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i)
    for (double& z : p[i]) z += i;
}

void conditional(std::string& a, std::string& b, const int* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    (x[i] > 0 ? a : b).append(1, 'x');  // error: [appyl-race] 'a' // error: [appyl-race] 'b'
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (char& c : x[i] > 0 ? a : b) c = 'y';  // warning: [appyl-unproved]
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill((x[i] > 0 ? a : b).begin(), (x[i] > 0 ? a : b).end(), 'z');  // warning: [appyl-unproved]
}
struct Parts {
  double d[4];
  std::vector<int> v;
};
void ofParts(Parts* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill_n((i % 2 ? a[0] : a[1]).d, 4, i);  // warning: [appyl-unproved]
#pragma parallel
  for (int i = 0; i < n; ++i) (i % 2 ? a[0] : a[1]).v.push_back(i);  // warning: [appyl-unproved]
}

// What GNU's forms and pointers to members read.
void withoutMiddle(int* a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) a[i] = a[i - 1] ?: 3;  // error: [appyl-race]
}
struct Point {
  double v, w;
};
void throughPointer(Point* a, double Point::*which, double* y, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) {
    a[i].v = i;
    y[i] = (a + i - 1)->*which;  // warning: [appyl-unproved]
  }
}

// A class with such a name is what its operators say.
template <class T>
struct view {
  T* p;
  int stride;
  T& operator[](int i) const { return p[i * stride]; }
};
void ownView(double* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    view<double> row{a + i * m, m};
    for (int k = 0; k < 3; ++k) row[k] += i;  // error: [appyl-reduction]
  }
}
struct Ring {
  std::vector<double> d;
  int extent() const { return 8; }
  double& operator[](int i) { return d[i % 8]; }
};
void ownRing(Ring& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += i;  // error: [appyl-reduction]
}

// A shift to the left drops bits.
void shifted(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[((i << 24) >> 24) + 128] += i;  // warning: [appyl-unproved]
}

void jumpInLambda(const int* c, int n, int t) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    [&] {
      if (c[i]) goto next;
      t = i;  // warning: [appyl-unproved]
    next:;
    }();
  }
}

void distance(std::vector<double>& v) {
#pragma parallel
  for (int j = 0; j < v.end() - v.begin(); ++j) v[j] *= 2;
}

// Operators that say what they do, in more than one statement.
struct Mirrored {
  std::vector<double> d;
  int extent() const { return 8; }
  double& operator()(int i, int j) {
    if (i > j) std::swap(i, j);
    return d[i];
  }
};
void mirrored(Mirrored& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a(i, 0) += i;  // warning: [appyl-unproved]
}
