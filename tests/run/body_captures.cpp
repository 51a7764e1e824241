// Names of every kind used in a body: structured bindings, references to arrays, packs, bit-fields, local classes.
#include "print.h"
#include <map>
#include <tuple>
#include <utility>
#include <vector>

struct Shape {
  int rows, columns;
  unsigned kind : 3;
};

static void structuredBindings(int* a, const Shape& shape) {
  const auto [rows, columns, kind] = shape;
  auto [x, y] = std::pair<int, int>(3, 4);
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel
    for (int j = 0; j < columns; ++j) a[i * columns + j] = i * x + j * y + static_cast<int>(kind);
}

static void bitField(int* a, int n, const Shape& shape) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += static_cast<int>(shape.kind) * i;
}

template <class... Steps>
static void pack(int* a, int n, Steps... steps) {
#ifndef ON_DEVICE
#pragma parallel block(16)
#endif
  for (int i = 0; i < n; ++i) a[i] += static_cast<int>((0 + ... + (steps * i)));
}

static void referenceToArray(const int (&weights)[4], int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += weights[i & 3];
}

static void variousLocals(int* a, int n) {
  const int& alias = n;
  int* const pointer = a;
  int&& temporary = 5;
  static int persistent = 7;
  const std::tuple<int, int> pair(1, 2);
  const auto* const self = &pair;
#pragma parallel
  for (int i = 0; i < alias; ++i)
    pointer[i] += temporary + persistent + std::get<0>(pair) + std::get<1>(*self);
  ++persistent;
}

static void initCapture(int* a, int n) {
  auto run = [p = a, count = n, offset = 3] {
#pragma parallel
    for (int i = 0; i < count; ++i) p[i] += offset;
  };
  run();
}

static void callableObject(int* a, int n) {
  struct Adder {
    int by;
    int operator()(int x) const { return x + by; }
  };
  const Adder adder{6};
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = adder(a[i]);
}

static void readOnlyMap(const std::map<int, int>& table, int* a, int n) {
#ifndef ON_DEVICE
#pragma parallel unchecked
#endif
  for (int i = 0; i < n; ++i) {
    const auto it = table.find(i % 10);
    if (it != table.end()) a[i] += it->second;
  }
}

int main() {
  for (int n : sizes) {
    std::vector<int> a(n);
    fill(a.data(), n, 1);
    structuredBindings(a.data(), {n / 7, 7, 5});
    bitField(a.data(), n, {0, 0, 6});
    print("bindings", a.data(), n);
    pack(a.data(), n, 1, 2, 3L);
    pack(a.data(), n);
    const int weights[4] = {1, 10, 100, 1000};
    referenceToArray(weights, a.data(), n);
    print("pack", a.data(), n);
    variousLocals(a.data(), n);
    initCapture(a.data(), n);
    callableObject(a.data(), n);
    print("locals", a.data(), n);
    readOnlyMap({{1, 5}, {3, 7}, {9, 11}}, a.data(), n);
    print("map", a.data(), n);
  }
}
