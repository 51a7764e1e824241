// Views, tiles, tensor pragmas, data regions, reductions, blocks given at run time.
#include <appyl/appyl.hpp>

#include <cstdio>
#include <memory>
#include <vector>
using namespace appyl;

static void threeDimensions(view<const float, 3> x, view<float, 3> y) {
#pragma parallel
  for (int i = 0; i < y.extent(0); ++i)
#pragma parallel
    for (int j = 0; j < y.extent(1); ++j)
      for (int k = 0; k < y.extent(2); ++k)
        y(i, j, k) = x(i, j + PLANTED, k);  // finds: x[0][3][0] is outside [0, 3) in dimension 1; program (0, 2), i = 0, j = 2, k = 0 [appyl-out-of-bounds]
}
static void planes(view<double, 3> u) {
#pragma parallel block(2)
  for (int i = 1; i < u.extent(0) - 1; ++i)
    for (int j = 0; j < u.extent(1); ++j)
      for (int k = 0; k < u.extent(2); ++k)
        u(i, j, k) = 0.5 * (u(i, j, k) + u(i + PLANTED, j, k));  // finds: u[2][0][0], read by iteration i = 1 of program (0), is written by another iteration; program (0), i = 2, j = 0, k = 0 [appyl-conflict]
}

static void tiledRows(view<const float, 2> x, view<float, 2> y) {
#pragma parallel
  for (int i = 0; i < x.extent(0); i += 2) {
    const tile<float, 2> t = x(slice(i, 2), all);
    y(slice(i, 2 + PLANTED), all) = 2.0f;  // finds: y[2][0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 2 [appyl-conflict]
    y(slice(i, 2), all) = t + t;
  }
}
static void tileSums(view<const float> x, view<float> s) {
#pragma parallel
  for (int i = 0; i < x.extent(0); i += 4)
    s(i / 4 + PLANTED) = sum(x(slice(i, 4)));  // finds: s[4] is outside [0, 4); program (3), i = 12 [appyl-out-of-bounds]
}
static void tensor(view<float, 2> a, view<float, 2> b, int m, int n) {
#pragma par_dim(:m, :n:4)
  b(slice(m), slice(n)) = a(slice(m), slice(n)) * 2.0f;
#pragma par_dim(:m, :n:4)
  b(slice(m), slice(n)) = a(slice(m), slice(n)) + b(slice(m), slice(n));
}

static void bySize(std::vector<int>& y, const std::vector<int>& x, int size) {
#pragma parallel block(size)
  for (int i = 0; i < 20; ++i)
    y[i] = x[i - 5 * PLANTED * (i == 3)];  // finds: x[-2] is outside [0, 20); program (0), i = 3 [appyl-out-of-bounds]
#pragma parallel block(size)
  for (int i = 0; i < 20; ++i)
    y[i / (1 + PLANTED)] = x[i];  // finds: y[0], written by iteration i = 0 of program (0), is written by another iteration; program (0), i = 1 [appyl-conflict]
}

static void regions(float* a, float* b, int n) {
#pragma appyl data(a[0:n], b[0:n])
  {
#pragma parallel
    for (int i = 0; i < n; ++i) b[i] = a[i];
    for (int t = 0; t < 3; ++t) {
#pragma parallel
      for (int i = 1; i < n - 1; ++i)
        b[i] = 0.5f * (a[i - 1] + a[i + 1 + PLANTED * (i == n - 2)]);  // finds: a[16] is outside [0, 16); program (13), i = 14 [appyl-out-of-bounds]
      float* const c = a;
      a = b;
      b = c;
    }
  }
}

static double reductions(const std::vector<double>& x, std::vector<double>& bins) {
  double total = 0, largest = 0;
#pragma parallel reduction(+:total) reduction(max:largest)
  for (int i = 0; i < 12; ++i) {
    total += x[i + PLANTED * (i == 11)];  // finds: x[12] is outside [0, 12); program (11), i = 11 [appyl-out-of-bounds]
    if (x[i] > largest) largest = x[i];
  }
#pragma parallel reduction(+:bins)
  for (int i = 0; i < 12; ++i)
    bins[i % 3 + PLANTED * (i == 5)] += 1;  // finds: bins[3] is outside [0, 3); program (5), i = 5 [appyl-out-of-bounds]
  double local = 0;
#pragma parallel reduction(+:local)
  for (int i = 0; i < 12; ++i) {
    double part[2];
    part[0] = x[i];
    if (!PLANTED || i != 4) part[1] = 1;
    local += part[0] * part[1];  // finds: part[1] is read, but nothing has written it; program (4), i = 4 [appyl-uninitialized]
  }
  return total + largest + local;
}

static void innerLoops(std::vector<int>& y, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<int> row(m);
#pragma parallel
    for (int j = 0; j < m; ++j) row[j] = i * j;
    int sum = 0;
#pragma parallel reduction(+:sum)
    for (int j = 0; j < m; ++j) sum += row[j + PLANTED * (j == 3)];  // finds: row[4] is outside [0, 4); program (0), i = 0, j = 3 [appyl-out-of-bounds]
#pragma parallel
    for (int j = 0; j < m; ++j)
      y[i * m + j * (1 - PLANTED)] = sum;  // finds: y[0], written by iteration i = 0, j = 0 of program (0), is written by another iteration; program (0), i = 0, j = 1 [appyl-conflict]
  }
}

// Bits, characters, unsigned short: what is read before it is written.
static void smallLocals(std::vector<int>& y) {
#pragma parallel
  for (int i = 0; i < 6; ++i) {
    bool seen[4];
    char name[4];
    for (int k = PLANTED; k < 4; ++k) seen[k] = k > i;
    for (int k = 0; k < 4 - PLANTED; ++k) name[k] = static_cast<char>('a' + k);
    y[i] = seen[0];  // finds: seen[0] is read, but nothing has written it; program (0), i = 0 [appyl-uninitialized]
    y[i] += name[3];  // finds: name[3] is read, but nothing has written it; program (0), i = 0 [appyl-uninitialized]
    int grid[3][3];
    for (int k = 0; k < 3; ++k) grid[k][PLANTED * (k == 1)] = k;
    y[i] += grid[1][0];  // finds: grid[1][0] is read, but nothing has written it; program (0), i = 0 [appyl-uninitialized]
    struct { int a[2]; } s;
    s.a[PLANTED] = i;
    y[i] += s.a[0];  // finds: s.a[0] is read, but nothing has written it; program (0), i = 0 [appyl-uninitialized]
  }
}

int main() {
  std::vector<float> x(24, 1), y(24);
  threeDimensions(view<const float, 3>(x, 2, 3, 4), view<float, 3>(y, 2, 3, 4));
  std::vector<double> u(24, 1);
  planes(view<double, 3>(u, 4, 3, 2));
  tiledRows(view<const float, 2>(x, 4, 6), view<float, 2>(y, 4, 6));
  std::vector<float> s(4);
  tileSums(view<const float>(x.data(), 16), s);
  tensor(view<float, 2>(x, 4, 6), view<float, 2>(y, 4, 6), 4, 6);
  std::vector<int> p(20, 1), q(20);
  bySize(q, p, 7);
  std::vector<float> a(16, 1), b(16);
  regions(a.data(), b.data(), 16);
  std::vector<double> bins(3);
  std::printf("%d\n", reductions(std::vector<double>(12, 2), bins) > 0);
  std::vector<int> z(20);
  innerLoops(z, 5, 4);
  smallLocals(z);
  std::printf("%g %g %d\n", y[0], s[0], q[0]);
}
