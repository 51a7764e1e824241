// A bound stays where another member of its object changes, and a counter that a library takes by a forwarding
// reference. A directive that this configuration leaves out is not left in the output.
#include <cstdio>
#include <optional>
#include <variant>
#include <vector>

struct Inner {
  int count = 0;
  long sum = 0;
};
struct Mesh {
  int n = 50;
  double sum = 0;
  Inner inner;
};

static void members() {
  Mesh m;
  m.inner.count = 40;
#pragma parallel reduction(+ : m.sum)
  for (int i = 0; i < m.n; ++i) m.sum += i;
#pragma parallel reduction(+ : m.inner.sum)
  for (int i = 0; i < m.inner.count; ++i) m.inner.sum += i * 2;
  std::printf("%g %ld\n", m.sum, m.inner.sum);
}

#ifndef ON_DEVICE
static void forwarded(const int n) {
  std::vector<std::optional<double>> o(n);
  std::vector<std::variant<int, double>> v(n);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    o[i] = i;
    v[i] = n;
  }
  std::printf("%g %d\n", *o[n - 1], std::get<int>(v[0]));
}
#endif

static void branches(int n, int* a) {
#ifdef ANOTHER
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 1;
#else
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 2;
#endif
}

int main() {
  members();
#ifndef ON_DEVICE
  forwarded(40);
#endif
  int a[10];
  branches(10, a);
  std::printf("%d\n", a[9]);
}
