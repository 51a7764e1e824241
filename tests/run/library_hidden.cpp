// Namespaces, variables, members and parameters of the program's that are called as the library's namespace is.
#include <cstdio>

namespace mine {
namespace appyl {
constexpr int k = 5;
}
static int inside(int n, int* x) {
  int s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    x[i] = appyl::k + i;
    s += x[i];
  }
  return s;
}
}  // namespace mine

namespace sim::appyl {
static double go(int n, double* y) {
  double s = 0, most = 0;
#pragma parallel reduction(+ : s) reduction(max : most)
  for (int i = 0; i < n; ++i) {
    y[i] = i;
    s += y[i];
    most = y[i] > most ? y[i] : most;
  }
  return s + most;
}
}  // namespace sim::appyl

static double half(int n, double* y) {
  const double appyl = 0.5;
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] *= appyl;
  return y[n - 1];
}

struct Steps {
  int appyl = 3;
  void add(int n, int* a) const {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] += appyl + i;
  }
};

template <class appyl>
static void add(int n, appyl* a) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 1;
}

int main() {
  int x[30] = {};
  double y[40] = {};
  const int inside = mine::inside(30, x);
  const double s = sim::appyl::go(40, y), last = half(40, y);
  Steps().add(30, x);
  add(30, x);
  std::printf("%d %d %g %g\n", inside, x[29], s, last);
}
