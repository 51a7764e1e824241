// Several kernels, time loops, nested functions, static members, references, bit operations, 3-D arrays, ...
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

// 1: 3-D raw arrays
static void cube(double (*a)[4][5], int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 5; ++k)
        a[i][j + PLANTED * (k == 4)][k] = i;  // finds: a[0][4][4] is outside [0, 4) in dimension 1; program (0), i = 0, j = 3, k = 4 [appyl-out-of-bounds]
}
// 2: pointer to pointer
static void rows(float** r, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      r[i][j + PLANTED] = 1;  // finds: r[0][4] is outside [0, 4) in dimension 1; program (0), i = 0, j = 3 [appyl-out-of-bounds]
}
// 3: static member
struct Shared {
  static int counts[6];
  static void run() {
#pragma parallel
    for (int i = 0; i < 6; ++i)
      counts[i % (6 - PLANTED)] = i;  // finds: counts[0], written by iteration i = 0 of program (0), is written by another iteration; program (5), i = 5 [appyl-conflict]
  }
};
int Shared::counts[6];
// 4: references to elements
static void references(std::vector<double>& x) {
#pragma parallel
  for (int i = 0; i < 8; ++i) {
    double& here = x[i];
    const double& next = x[std::min(i + PLANTED, 7)];
    here = next + 1;  // finds: here, read by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  }
}
// 5: range for over a row; 6: iterators
static void ranges(std::vector<std::vector<int>>& v) {
#pragma parallel
  for (std::size_t i = 0; i < v.size(); ++i)
    for (int& e : v[i / (1 + PLANTED)]) e += 1;  // finds: e, written by iteration i = 0 of program (0), is updated by another iteration; program (1), i = 1 [appyl-conflict]
}
// 7: ternary targets
static void choice(std::vector<int>& a, std::vector<int>& b) {
#pragma parallel
  for (int i = 0; i < 10; ++i)
    (i % 2 ? a[i] : b[i + PLANTED * 2 * (i == 8)]) = i;  // finds: b[10] is outside [0, 10); program (8), i = 8 [appyl-out-of-bounds]
}
// 8: while loop within
static void walk(const std::vector<int>& next, std::vector<int>& out) {
#pragma parallel
  for (int i = 0; i < 6; ++i) {
    int at = i, steps = 0;
    while (steps < 3) {
      at = next[at];  // finds: next[6] is outside [0, 6); program (4), i = 4 [appyl-out-of-bounds]
      ++steps;
    }
    out[i] = at;
  }
}
// 9: switch
static void switched(std::vector<int>& y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    switch (i % 3) {
      case 0: y[i] = 1; break;
      case 1: y[i - PLANTED * 5 * (i == 4)] = 2; break;  // finds: y[-1] is outside [0, 9); program (4), i = 4 [appyl-out-of-bounds]
      default: y[i] = 3;
    }
}
// 10: compound index, char array, memory from calloc
static void text(char* s, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    s[i * (2 + PLANTED)] = 'x';  // finds: s[12] is outside [0, 12); program (4), i = 4 [appyl-out-of-bounds]
}
// 11: std::complex
static void complexes(std::vector<std::complex<double>>& z) {
#pragma parallel
  for (std::size_t i = 1; i < z.size(); ++i)
    z[i] = z[i - PLANTED] * 2.0;  // finds: z[1], written by iteration i = 1 of program (0), is read by another iteration; program (1), i = 2 [appyl-conflict]
}
// 12: two kernels where the second reads what the first left out
static void twoKernels(int n) {
  std::unique_ptr<double[]> t(new double[n]);
  double* p = t.get();
  double s = 0;
#pragma parallel
  for (int i = 0; i < n; i += 1 + PLANTED) p[i] = i;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i)
    s += p[i];  // finds: p[1] is read, but nothing has written it; program (1), i = 1 [appyl-uninitialized]
  std::printf("%d\n", s > 0);
}
// 13: optional/tuple/struct of arrays
struct Soa {
  std::vector<float> x, y;
  std::array<std::vector<int>, 2> sides;
};
static void soa(Soa& s) {
#pragma parallel
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    s.y[i] = s.x[i + PLANTED];  // finds: s.x[7] is outside [0, 7); program (6), i = 6 [appyl-out-of-bounds]
    s.sides[i % 2][i / 2] = 1;
  }
}
// 14: negative stride pointer, end pointers
static void backwards(float* end, int n) {
#pragma parallel
  for (int i = 1; i <= n + PLANTED; ++i)
    end[-i] = i;  // finds: end[-9] is outside [-8, 0); program (8), i = 9 [appyl-out-of-bounds]
}
// 15: local 2-D array partially initialised
static void local2(std::vector<int>& y) {
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    int t[2][3];
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 3 - PLANTED; ++b) t[a][b] = a + b;
    int s = 0;
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 3; ++b) s += t[a][b];  // finds: t[0][2] is read, but nothing has written it; program (0), i = 0, a = 0, b = 2 [appyl-uninitialized]
    y[i] = s;
  }
}
// 16: conflict through function with struct param & member function
struct Acc {
  double* p;
  void add(int at, double v) const {
    p[at] += v;  // finds: p[0], written by iteration i = 0 of program (0), is updated by another iteration; program (1), i = 1 [appyl-conflict]
  }
};
static void acc(Acc a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a.add(i * (1 - PLANTED), 1);
}
// 17: prefix-like carry via array
static void scan(std::vector<long>& v) {
#pragma parallel unchecked
  for (std::size_t i = 1; i < v.size(); ++i)
    v[i] += v[i - PLANTED] * PLANTED;  // remarks: v[1], written by iteration i = 1 of program (0), is read by another iteration; program (1), i = 2 [appyl-conflict]
}
// 18: unsigned wrap-around index
static void wrapped(std::vector<int>& y) {
#pragma parallel
  for (unsigned i = 0; i < 8; ++i)
    y[i - 1 * PLANTED] = 1;  // finds: y[4294967295] is outside [0, 20); program (0), i = 0 [appyl-out-of-bounds]
}
// 19: generic lambda; 20: immediately-invoked lambda initialiser
static void lambdas(std::vector<double>& x, std::vector<double>& y) {
  auto at = [](auto& v, int k) -> auto& { return v[k]; };  // finds: v[9] is outside [0, 9); program (8), i = 8 [appyl-out-of-bounds]
#pragma parallel
  for (int i = 0; i < 9; ++i) {
    const double w = [&] { return x[i] * 2; }();
    at(y, i + PLANTED) = w;
  }
}

int main() {
  const auto a = std::make_unique<double[][4][5]>(2);
  cube(a.get(), 2);
  std::vector<std::vector<float>> m(3, std::vector<float>(4));
  std::vector<float*> r;
  for (auto& each : m) r.push_back(each.data());
  rows(r.data(), 3, 4);
  Shared::run();
  std::vector<double> x(8);
  references(x);
  std::vector<std::vector<int>> v(4, std::vector<int>(3));
  ranges(v);
  std::vector<int> p(10), q(10);
  choice(p, q);
  std::vector<int> next{1, 2, 3, 4, 5, 5 + PLANTED}, out(6);
  walk(next, out);
  std::vector<int> nine(9);
  switched(nine, 9);
  char* const s = static_cast<char*>(std::calloc(12, 1));
  text(s, 6);
  std::free(s);
  std::vector<std::complex<double>> z(6, 1);
  complexes(z);
  twoKernels(9);
  Soa so{std::vector<float>(7, 1), std::vector<float>(7), {std::vector<int>(4), std::vector<int>(3)}};
  soa(so);
  std::vector<float> back(8);
  backwards(back.data() + 8, 8);
  local2(nine);
  std::vector<double> d(5);
  acc({d.data()}, 5);
  std::vector<long> l(5, 1);
  scan(l);
  std::vector<int> w(20);
  wrapped(w);
  std::vector<double> y(9), x9(9);
  lambdas(x9, y);
  std::printf("%g %d\n", x[1], out[0]);
}
