// Functions whose names for the device might be one: of two classes, of operators that begin alike, and of
// what is there already.
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

// Names that kernels would have, and of types that CUDA has
static int named_kernel0(int x) { return x + 7; }
namespace mine {
struct float3 {
  float x, y, z;
};
}  // namespace mine
static void named(int n, const volatile int* flags, mine::float3* v) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i].y += static_cast<float>(named_kernel0(flags[i]));
#pragma parallel
  for (int i = 0; i < n; ++i) v[i].z += v[i].y;
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
    int flags[300];
    mine::float3 v[300] = {};
    fill(flags, 300, 1);
    named(n, flags, v);
    print("v", &v[0].x, 3 * n);
  }
}
