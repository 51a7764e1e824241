// Bodies that use the library and the language in many ways: containers, iterators, references, structs, complex
// numbers, chains of assignments, functions that return references.
// not-checked: library
// targets: openmp interpret
// expect-warning: [appyl-unproved]
// warnings: -Wno-unused -Wno-sign-compare
#include <algorithm>
#include <array>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
template <class V> void show(const char* name, const V& v) {
  unsigned long long h = 1469598103934665603ull;
  for (const auto& e : v) { auto s = static_cast<double>(e); unsigned long long b; std::memcpy(&b, &s, 8); h = (h ^ b) * 1099511628211ull; }
  std::printf("%s %zu %llx\n", name, (std::size_t)v.size(), h);
}
std::vector<double> numbers(int n) { std::vector<double> v(n); unsigned s = 7; for (auto& e : v) { s = s * 1664525u + 1013904223u; e = (s >> 8) / 65536.0 - 100; } return v; }
static void chained(std::vector<double>& a, std::vector<double>& b, const std::vector<double>& x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { a[i] = b[i] = x[i] * 2; (i % 2 ? a : b)[i] += 1; (i % 3 ? a[i] : b[i]) -= 2; a[i]++, --b[i]; }
}
static void swapping(std::vector<double>& a, std::vector<double>& b, int n) {
#pragma parallel block(7)
  for (int i = 0; i < n; ++i) { if (a[i] < b[i]) std::swap(a[i], b[i]); a[i] = std::max(a[i], std::min(b[i], 3.0)); }
}
struct P { double x, y; int k : 5; unsigned m : 3; double norm() const { return x * x + y * y; } void move(double d) { x += d; y -= d; } P& self() { return *this; } double v[2]; };
static void structs(std::vector<P>& p, std::vector<double>& r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    P& q = p[i];
    q.move(0.5); q.k = i % 7; q.m += 1;
    auto [x, y, k, m, v] = p[i];
    r[i] = x + y + k + m + q.norm() + v[0];
    p[i].self().x = 3; p[i].v[i % 2] = r[i]; q.v[0] += 1;
    auto& [xx, yy, kk, mm, vv] = p[i];
    xx += 1; vv[1] = yy;
    P copy = p[i]; copy.x = 9; copy.v[0] = 3; r[i] += copy.x + copy.v[0];
    P* ptr = &p[i]; ptr->y = 4; (*ptr).x -= 1; ptr[0].v[0] = 8;
  }
}
static void rows(double** t, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) { double* row = t[i]; for (int j = 0; j < m; ++j) { *row++ += j; } for (double* p = t[i]; p != t[i] + m; ++p) *p *= 2; t[i][0] = -1; }
}
static void iterators(std::vector<double>& a, const std::vector<double>& x, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto it = x.begin() + i * m;
    double s = 0;
    for (auto e = it + m; it != e; ++it) s += *it;
    a[i] = s + std::accumulate(x.begin() + i * m, x.begin() + (i + 1) * m, 0.0) + *std::max_element(&x[i * m], &x[i * m] + m);
    std::array<double, 3> t{1, 2, 3}; for (double& e : t) e += i; for (double e : t) a[i] += e;
    std::vector<double> w(x.begin(), x.begin() + 3); for (auto& e : w) e *= 2; for (auto e : w) a[i] += e; w.push_back(3); w.back() += 1; a[i] += w.front() + w.back() + w.at(1);
    std::map<int, double> mm; mm[i] = 3; mm[i + 1] += 2; for (auto& [k, v] : mm) a[i] += k * v;
    std::string str = "abc"; str[0] = 'x'; str += "y"; a[i] += str[0] + str.size();
    std::pair<double, int> pr{1.5, i}; pr.first += 1; std::get<1>(pr) += 2; a[i] += pr.first + pr.second;
    auto tp = std::make_tuple(1.0, i); std::get<0>(tp) += i; a[i] += std::get<0>(tp);
    auto up = std::make_unique<double[]>(4); up[0] = i; up[3] = up[0]; a[i] += up[3];
    auto sp = std::make_unique<double>(2.5); *sp += 1; a[i] += *sp;
    std::function<double(double)> f = [&](double z) { return z + t[0]; }; a[i] += f(2);
    bool flags[4] = {}; flags[i % 4] = true; a[i] += flags[0]; std::vector<bool> vb(3); vb[1] = true; vb[2] = vb[1]; a[i] += vb[2];
  }
}
static void complexNumbers(std::vector<std::complex<double>>& z, std::vector<double>& r, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { z[i] *= std::complex<double>(0, 1); z[i] += 2; z[i] = z[i] * z[i] + std::conj(z[i]); r[i] = z[i].real() + std::abs(z[i]) + reinterpret_cast<double*>(&z[i])[1]; }
}
enum class E { a, b }; enum F { f0, f1 };
static void kinds(int* c, int n) {
#pragma parallel
  for (unsigned char i = 0; i < n; ++i) { c[i] = (int)E::b + 3; int t[2][3] = {{1, 2, 3}}; t[f1][i % 3] = i; c[i] += t[1][i % 3] + sizeof(c[i]) + (2)[t[0]]; using A = int[3]; A& row = t[0]; row[2] = 7; c[i] += t[0][2]; int(*pa)[3] = t; pa[1][0]++; c[i] += (*pa)[2]; }
}
static int table[4] = {1, 2, 3, 4}; static double total[1];
static double& slot(std::vector<double>& v, int i) { return v[i]; }
static const double& best(const double& a, const double& b) { return a < b ? b : a; }
template <class T, class Fn> static void apply(T* a, int n, Fn fn) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i) a[i] = fn(a[i], i) + T(table[i % 4]);
}
static void refs(std::vector<double>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { slot(a, i) += 2; double& r = slot(a, i); r *= 1.5; a[i] = best(a[i], r) + best(3, r); const double& c = a[i]; double w = c; auto&& u = a[i]; u += w; double local = 1; double& l = local; l += 3; double* q = &local; *q += 1; a[i] += local; }
}
class Grid {
 public:
  explicit Grid(int n) : n(n), u(n * n, 1), v(n * n) {}
  double& at(int i, int j) { return u[i * n + j]; }
  double operator()(int i, int j) const { return u[i * n + j]; }
  void step() {
#pragma parallel
    for (int i = 1; i < n - 1; ++i)
#pragma parallel
      for (int j = 1; j < n - 1; ++j) v[i * n + j] = (*this)(i - 1, j) + at(i + 1, j) + this->at(i, j) * weight;
    std::swap(u, v);
  }
  double sum() { double s = 0;
#pragma parallel reduction(+:s) reduction(max:largest)
    for (int i = 0; i < n * n; ++i) { s += u[i]; if (largest < u[i]) largest = u[i]; }
    return s + largest; }
 private:
  int n; std::vector<double> u, v; double weight = 0.5, largest = -1;
};
int main() {
  for (int n : {0, 1, 8, 37}) {
    auto x = numbers(n * 8); std::vector<double> a(n), b(n);
    chained(a, b, x, n); show("chained", a); show("b", b); swapping(a, b, n); show("swapped", a);
    std::vector<P> p(n, P{1, 2, 0, 0, {3, 4}}); structs(p, a, n); show("structs", a); for (auto& q : p) std::printf("%g %g %d %u %g %g;", q.x, q.y, q.k, q.m, q.v[0], q.v[1]); std::puts("");
    std::vector<double> m(n * 5, 2); std::vector<double*> t; for (int i = 0; i < n; ++i) t.push_back(&m[i * 5]); rows(t.data(), n, 5); show("rows", m);
    iterators(a, x, n, 8); show("iterators", a);
    std::vector<std::complex<double>> z(n, {1, 2}); complexNumbers(z, a, n); show("complex", a);
    std::vector<int> c(n, 1); kinds(c.data(), n); show("kinds", c);
    int k = 3; apply(a.data(), n, [&](double y, int i) { return y * k + i; }); apply(c.data(), n, [=](int y, int i) { return y + k - i; }); show("apply", a); show("ints", c);
    refs(a, n); show("refs", a);
    Grid g(n + 2); g.step(); g.step(); std::printf("%g\n", g.sum());
  }
  total[0] = table[0];
}
