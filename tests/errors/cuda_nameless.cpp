// options: --target=cuda
// flags: -std=c++20
// What has no name or no address that a kernel could have, and what only the host has.
#include <ranges>

struct Bits {
  unsigned a : 5, b : 3;
};
void bits(int n, Bits& b, const int* x) {
#pragma parallel reduction(+ : b.a)  // error: [appyl-unsupported] 'b.a' is a bit-field
  for (int i = 0; i < n; ++i) b.a += x[i];
}

int changing(int n, const int* x) {
  volatile int s = 0;
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] 's' is volatile
  for (int i = 0; i < n; ++i) s = s + x[i];
  return s;
}

double kept(int n, double* y) {
  struct {
    double a, b;
  } s{1, 2};
#pragma parallel private(s)
  for (int i = 0; i < n; ++i) {  // error: [appyl-unsupported] 's' has a type without a name
    s.a = i;
    s.b = s.a + 1;
    y[i] = s.b;
  }
  return s.a + s.b;
}

static struct {
  double x, y;
} points[20];
void global(int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) points[i].x = i;  // error: [appyl-unsupported] the elements of 'points' have a type without a name
}

void views(int n, int* y) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int e : std::views::iota(i, i + 7)) y[i] += e;  // error: [appyl-host-call] 'std::views::iota' is an object of the host's library
}

void halves(int n, const _Float16* x, _Float16& s) {
#pragma parallel reduction(+ : s)  // error: [appyl-unsupported] 's' is a _Float16, which the device does not have
  for (int i = 0; i < n; ++i) s += x[i];
}

// The lambda's variable is hidden where the loop stands.
void hidden(float* x, int n, int size) {
  auto at = [&](int i) { return i * size; };  // error: [appyl-unsupported] 'size' is hidden by another declaration where the loop stands
  {
    int size = 1;
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = at(i) + size;
  }
}

template <class T>
T itself(T depth) {
  T s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < 3; ++i) s += depth > 0 ? itself(depth - 1) : 1;  // error: [appyl-host-call] 'itself' calls itself in the loop
  return s;
}
int use() { return itself(2); }
