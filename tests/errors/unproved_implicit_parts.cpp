// Code that runs for the parts of an object: initial values and destructors of members, bases and elements, of what the
// library makes, inherited constructors, `get` of a structured binding.
#include <cstddef>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

static int total;

struct Numbered {
  int id = ++total;
};
struct Holds {
  Numbered numbered;
  int k;
};
template <class T>
struct Open {
  int id = ++total;
  T value;
};
void elements(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<Numbered> all(3);  // warning: [appyl-unproved] 'id' changes 'total'
    o[i] = all[2].id;
  }
}
void pairs(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::pair<Numbered, int> both;  // warning: [appyl-unproved] 'id' changes 'total'
    o[i] = both.first.id;
  }
}
void members(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<Holds> all;
    all.resize(3);  // warning: [appyl-unproved] 'id' changes 'total'
    o[i] = all[1].numbered.id;
  }
}
void inTemplates(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<Open<int>> all;
    all.resize(3);  // warning: [appyl-unproved] 'id' changes 'total'
    o[i] = all[1].id;
  }
}

struct Counted {
  ~Counted() { --total; }
};
struct HasCounted {
  Counted counted;
  int k;
};
struct IsCounted : Counted {
  int k;
};
void destroyedMember(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    HasCounted object;  // warning: [appyl-unproved] what the destructor of 'object' does is not followed
    object.k = i;
    o[i] = object.k;
  }
}
void destroyedBase(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    IsCounted object;  // warning: [appyl-unproved] what the destructor of 'object' does is not followed
    object.k = i;
    o[i] = object.k;
  }
}
void destroyedElements(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Counted both[2];  // warning: [appyl-unproved] what the destructor of 'both' does is not followed
    o[i] = i + static_cast<int>(sizeof(both));
  }
}
void destroyedTemporary(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = HasCounted{{}, i}.k;  // warning: [appyl-unproved] what the destructor of
}
void destroyedOnHeap(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto* object = new HasCounted;
    o[i] = i;
    delete object;  // warning: [appyl-unproved] what the destructor of
  }
}
void destroyedByLibrary(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::unique_ptr<HasCounted> object(new HasCounted);  // warning: [appyl-unproved] '~Counted' changes 'total'
    o[i] = i;
  }
}
void destroyedCapture(int* o, int n) {
  HasCounted object;
  object.k = n;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto f = [object] { return object.k; };  // warning: [appyl-unproved] what the destructor of 'f' does
    o[i] = f();
  }
}
static HasCounted made(int k) {
  HasCounted object;
  object.k = k;
  return object;
}
void destroyedInside(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = made(i).k;  // warning: [appyl-unproved] what the destructor of 'object' does
}

struct Base {
  int v;
  Base(int x) : v(x + total++) {}
};
struct Inherits : Base {
  using Base::Base;
};
void inherited(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Inherits object(i);  // warning: [appyl-unproved] 'Base' changes 'total'
    o[i] = object.v;
  }
}

struct Point {
  double x;
  template <std::size_t I>
  double get() const {
    total++;
    return x;
  }
};
template <>
struct std::tuple_size<Point> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I>
struct std::tuple_element<I, Point> {
  using type = double;
};
void bound(const Point* a, double* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto [x, y] = a[i];  // warning: [appyl-unproved] 'get' changes 'total'
    o[i] = x + y;
  }
}

// Of the iteration alone.
struct Plain {
  std::vector<int> v;
  int k = 3;
};
void own(int* o, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Plain one;
    one.v.resize(3);
    std::vector<Plain> more(2);
    o[i] = one.k + more[1].k;
  }
}
