// Functions whose names for the device might be one: of two classes, and of operators that begin alike.
#include "print.h"

struct Value {
  double x;
  Value operator+(const Value& other) const { return {x + other.x}; }
  Value& operator+=(const Value& other) {
    x += other.x;
    return *this;
  }
  bool operator<(const Value& other) const { return x < other.x; }
  bool operator<=(const Value& other) const { return x <= other.x; }
};
struct Relu {
  static int apply(int x) { return x + 1; }
};
struct Scale {
  static double apply(double x) { return x * 100; }
};
static double apply(double x) { return x - 3; }

static void operators(int n, Value* a, Value* b) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i] += Value{1};
    b[i] = a[i] + Value{10};
    b[i].x += (a[i] < b[i]) + 2 * (a[i] <= a[i]) + 4 * (a[i] < a[i]);
  }
}

static void policies(int n, double* o) {
#pragma parallel
  for (int i = 0; i < n; ++i) o[i] = Scale::apply(i) + Relu::apply(i) + apply(i);
}

int main() {
  for (const int n : sizes) {
    Value a[300], b[300];
    double o[300];
    for (int i = 0; i < n; ++i) a[i] = b[i] = {double(i)};
    operators(n, a, b);
    policies(n, o);
    print("a", &a[0].x, n);
    print("b", &b[0].x, n);
    print("o", o, n);
  }
}
