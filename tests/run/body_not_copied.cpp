// Bytes and numbers of the counter's type are stored, and what else is there has no copies in the threads: objects with
// elements of their own, what is changed by another name, or whose address is kept.
// targets: openmp
#include "print.h"

#include <cstddef>
#include <vector>

using Byte = unsigned char;

struct Plane {
  Byte bytes[64];
};
struct Derived : Plane {
  int n, k;
};
static Derived inherit(int k) {
  Derived all{};
  all.k = k;
#pragma parallel
  for (int i = 0; i < 64; ++i) all.bytes[i] = static_cast<Byte>(i * all.k);
  return all;
}

struct Sink {
  std::vector<Byte> values;
  void set(int i, Byte value) { values[i] = value; }
};
template <class T>
struct Filling {
  static T fill(int n, T sink, Byte* out) {
#pragma parallel
    for (int i = 0; i < n; ++i) {
      sink.set(i, static_cast<Byte>(i));
      out[i] = 3;
    }
    return sink;
  }
};

struct Three {
  int x, y, z;
  int& operator()(int i) { return i == 0 ? x : i == 1 ? y : z; }
};
static Three gather(const int* in) {
  Three point{0, 0, 0};
#pragma parallel
  for (int i = 0; i < 3; ++i) point(i) = in[i];
  return point;
}

template <class D>
struct Shape {
  int scale;
  int at(int i) const { return static_cast<const D&>(*this).value(i) * scale; }
};
struct Square : Shape<Square> {
  int side;
  int value(int i) const { return i % 5 + side; }
};
static void sample(int n, const Shape<Square>& shape, Byte* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) out[i] = static_cast<Byte>(shape.at(i));
}

struct Owner {
  Byte* bytes;
  int n;
  ~Owner() { delete[] bytes; }
};
static int own(int n, Byte k) {
  Owner owner{new Byte[n + 1], n};
#pragma parallel
  for (int i = 0; i < n; ++i) owner.bytes[i] = static_cast<Byte>(k + i);
  return n > 0 ? owner.bytes[n - 1] : 0;
}

static const int* placeOf(const int& x) { return &x; }
struct Link {
  const int* level;
  Byte value;
};
static int link(int n, std::vector<Link>& links) {
  const int level = n * 3;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    links[i].level = placeOf(level);
    links[i].value = static_cast<Byte>(level + i);
  }
  return n == 0 || links[n - 1].level == &level;
}

namespace ns {
std::vector<int> values(40, 2);
}
static void qualify(int n, std::vector<int>& values) {
#pragma parallel
  for (int i = 0; i < n; ++i) ns::values[i] += values[i];
}

static int mark(int n, Byte* out) {
  int hit = -1;
  const auto note = [&](int i) { hit = i; };
#pragma parallel unchecked
  for (int i = 0; i < n; ++i)
    if (i == 3) {
      note(i);
      out[i] = static_cast<Byte>(hit);
    } else {
      out[i] = 1;
    }
  return hit;
}

static void ofLambda(int n, const std::vector<int>& weights, int* out) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const auto at = [](const std::vector<int>& v, int k) { return v[k]; };
    int sum = 0;
    for (int k = 0; k < 3; ++k) sum += k * out[i];
    out[i] = sum + at(weights, i);
  }
}

int main() {
  for (int n : {0, 1, 3, 6}) {
    const int m = n * n;
    std::vector<Byte> out(m);
    std::vector<int> counts(m, 2);
    print("inherited", inherit(n).bytes, 64);
    const Sink sink = Filling<Sink>::fill(m, Sink{std::vector<Byte>(m)}, out.data());
    print("filled", sink.values.data(), sink.values.size());
    const int numbers[] = {n, n + 1, n + 2};
    const Three three = gather(numbers);
    print("gathered", &three.y, 1);
    Square square;
    square.scale = 3, square.side = n;
    sample(m, square, out.data());
    print("sampled", out.data(), out.size());
    std::vector<Link> links(m);
    const int results[] = {own(m, 7), link(m, links), mark(m, out.data())};
    print("results", results, 3);
    std::vector<int> values(40, n);
    qualify(n, values);
    print("qualified", ns::values.data(), 40);
    print("unqualified", values.data(), 40);
    ofLambda(n, values, counts.data());
    print("of lambdas", counts.data(), counts.size());
  }
}
