// Elements of appyl::view, alone and in templates, members, structs.
// run: 9
// run: 70
// flags: -Iinclude
#include <appyl/appyl.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Field {
  appyl::view<double, 2> u, next;
  double rate;
  void step() {
    const int rows = static_cast<int>(u.extent(0)), columns = static_cast<int>(u.extent(1));
#pragma parallel block(8)
    for (int i = 1; i < rows - 1; ++i)
#pragma parallel block(32)
      for (int j = 1; j < columns - 1; ++j)
        next(i, j) = u(i, j) + rate * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j));
    std::swap(u, next);
  }
};
template <class T>
T norm(appyl::view<const T, 2> a) {
  T worst = 0;
#pragma parallel reduction(max : worst)
  for (std::ptrdiff_t i = 0; i < a.extent(0); ++i) {
    T s = 0;
#pragma parallel reduction(+ : s)
    for (std::ptrdiff_t j = 0; j < a.extent(1); ++j) s += a(i, j) * a(i, j);
    if (s > worst) worst = s;
  }
  return worst;
}
struct P {
  float x, y;
};
int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<double> a(n * n), b(n * n), columns(3 * n);
  for (int i = 0; i < n * n; ++i) a[i] = i % 11;
  b = a;
  Field f{{a, n, n}, {b, n, n}, 0.125};
  for (int t = 0; t < 5; ++t) f.step();
  std::printf("~ %.10g\n", norm<double>(f.u));
  // A column of a matrix, as a view with strides; a view that looks into a function's array; structs
  const appyl::view<double, 1> column(a.data() + 1, {n}, {n});
  double t[4][8] = {};
  appyl::view table(t);
#pragma parallel
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j) table(i, j) = column((i * 8 + j) % n) + i;
#pragma parallel
  for (int i = 0; i < n; ++i) column(i) += 1;
  std::vector<P> ps(n);
  appyl::view<P> p(ps);
#pragma parallel
  for (int i = 0; i < n; ++i) {
    p(i).x = i;
    p(i).y = p(i).x * 2;
  }
  double s = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j) s += t[i][j] * (i + j);
  for (double v : a) s += v;
  for (const P& q : ps) s += q.y;
  std::printf("%.10g\n", s);
}
