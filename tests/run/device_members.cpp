// Functions that loops call by the names of classes and namespaces, or leave to the members' default arguments.
// flags: -std=c++20
#include "print.h"
#include <vector>

namespace shapes {
inline namespace current {
struct Line {
  enum Kind { Half, Whole };
  using Real = float;
  static constexpr Real unit = 0.5f;

  Real slope;
  Real at(Real x = 2) const { return slope * x; }
  Real part(Kind kind, Real x = unit) const { return kind == Half ? slope / 2 : x * unit; }
  Real later(Real x, Kind kind = Whole) const;
  static Real bend(Real x);
  static Real twice(Real x) { return 2 * bend(x); }
};
}  // namespace current
int next(int x);
namespace inner {
int next(int x);
}
}  // namespace shapes

shapes::Line::Real shapes::Line::bend(Real x) { return x / 4; }
int shapes::next(int x) { return x + 5; }

using Straight = shapes::Line;
using shapes::inner::next;
static float chosen(float x) { return x + 1; }
namespace other {
static int chosen(int x) { return x + 7; }
}
using other::chosen;

static void apply(int n, const Straight* lines, float* a, int* k) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = Straight::bend(a[i]) + shapes::Line::twice(a[i]) + shapes::current::Line::bend(1);
    a[i] += lines[i].at() + lines[i].at(4) + lines[i].part(Straight::Half) + lines[i].part(Straight::Whole, 3);
    a[i] += lines[i].later(a[i]) + lines[i].later(a[i], Straight::Half) + chosen(a[i]);
    k[i] = shapes::next(k[i]) + next(k[i]) + ::next(k[i]) + chosen(k[i]);
  }
}

float shapes::Line::later(Real x, Kind kind) const { return kind == Half ? at(x) : x; }
int shapes::inner::next(int x) { return 3 * x; }

// Members of the same names in classes of the same name; calls by `this`; default arguments; constants of a function.
struct Left {
  struct Part {
    int v;
    static int make(int x) { return x + 1; }
    int value() const { return v; }
  };
};
struct Right {
  struct Part {
    int v;
    static int make(int x) { return x + 2; }
    int value() const { return v * 2; }
  };
};
struct Weight {
  float x;
  float square() const { return x * x; }
  float twice() const { return this->square() * 2 + square(); }
  float moved(int k) const {
    auto by = [this](int q) { return q + x; };
    auto all = [=, this](int q) { return q * x; };
    return by(k) + all(k);
  }
  float up(float y, int times = 3) const {
    while (times-- > 0) y += x;
    return y;
  }
};
static float cubic(float x) {
  static const float c[3] = {1, 2, 3};
  static const int m = 3;
  return c[0] + c[1] * x + c[2] * x * x + m;
}
static void more(int n, const Weight* w, const Weight& outside, float* a, int* k) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] = w[i].twice() + w[i].moved(i) + w[i].up(1) + outside.up(a[i]) + outside.up(a[i], 1) + cubic(a[i]);
    k[i] += Left::Part::make(i) + Right::Part::make(i) + Left::Part{i}.value() + Right::Part{i}.value();
  }
}

int main() {
  for (int n : sizes) {
    std::vector<Straight> lines(n);
    std::vector<float> a(n);
    std::vector<int> k(n);
    fill(a.data(), a.size(), 1);
    for (int i = 0; i < n; ++i) lines[i].slope = static_cast<float>(i % 3), k[i] = i % 11;
    apply(n, lines.data(), a.data(), k.data());
    std::vector<Weight> w(n);
    for (int i = 0; i < n; ++i) w[i].x = static_cast<float>(i % 7);
    more(n, w.data(), {2}, a.data(), k.data());
    print("a", a.data(), a.size());
    print("k", k.data(), k.size());
  }
}
