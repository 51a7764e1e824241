// What a body may do that means something else where arrays are pointers and threads have copies: sizes of arrays, names of
// names, pointers into the middle, bit-fields, negative steps, results that only the last iteration has.
#include "print.h"
#include <array>
#include <vector>
#include <cstdio>
static void viaReference(std::array<int, 5>& w, int n) {
  auto& r = w;
#pragma parallel
  for (int i = 0; i < n; ++i) r[i] = r[i] * 2 + i;
}
static int size(const double (&x)[40], double* y) {
#pragma parallel
  for (int i = 0; i < 40; ++i) y[i] = x[i] * sizeof(x) / sizeof(x[0]) + sizeof x;
  return 0;
}
static void sub(long* bins, const unsigned* v, const int* at, int n) {
#pragma parallel reduction(+ : bins) shape(bins[4])
  for (int i = 0; i < n; ++i) bins[at[i]] -= v[i];
}
struct Vec { double x, y; };
static void privStruct(const double* a, double* b, int n) {
  Vec t;
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) { t.x = a[i]; t.y = t.x * 2; b[i] = t.x + t.y; }
}
struct Bits { unsigned lo : 4, hi : 12; };
static void bits(Bits* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { b[i].lo = i; b[i].hi = b[i].lo * 3u; }
}
struct Window { double w[5]; int n; };
static void member(const Window& win, double* y, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) y[i] = win.w[i % 5] * win.n;
}
static double lastAndSum(const double* a, int n) {
  double t = -1, s = 0;
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) { t = a[i]; s += t; }
  return t + 1000 * s;
}
static void offsetPointer(double* a, int n) {
  double* mid = a + n / 2;
#pragma parallel
  for (int i = 0; i < n / 2; ++i) mid[i] += 2 * a[i];
}
static void negative(double* a, int n) {
  double* end = a + n;
#pragma parallel
  for (int i = 1; i <= n; ++i) end[-i] *= 3;
}
static void twoNames(double* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 1;
#pragma parallel
  for (int i = 0; i < n; i += 2) { double* p = &a[i]; *p = *p * 2; }
}
static void inner(int* a, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) { if (j == 3) break; if ((i + j) % 2) continue; a[i * m + j] = j - i; }
}
static void strided(float* x, int n, int inc) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) x[i * inc] += 1;
}
int main() {
  for (int n : {0, 1, 5, 130}) {
    std::array<int, 5> w{1, 2, 3, 4, 5};
    viaReference(w, n < 5 ? n : 5);
    print("w", w.data(), 5);
    double x[40], y[40];
    fillFraction(x, 40, 1);
    size(x, y); print("size", y, 40);
    std::vector<unsigned> v(n); std::vector<int> at(n);
    for (int i = 0; i < n; ++i) v[i] = i * 7, at[i] = i % 4;
    long bins[4] = {};
    sub(bins, v.data(), at.data(), n); print("bins", bins, 4);
    std::vector<double> a(n), b(n); fillFraction(a.data(), n, 2);
    privStruct(a.data(), b.data(), n); print("b", b.data(), n);
    std::vector<Bits> bb(n); bits(bb.data(), n); for (auto& q : bb) std::printf("%u ", q.lo + q.hi * 16u); std::printf("\n");
    Window win{{1, 2, 3, 4, 5}, 3}; member(win, b.data(), n); print("m", b.data(), n);
    std::printf("~ %.17g\n", lastAndSum(a.data(), n));
    offsetPointer(a.data(), n); negative(a.data(), n); twoNames(a.data(), n); print("a", a.data(), n);
    std::vector<int> g(n * 9); inner(g.data(), n, 9); print("g", g.data(), g.size());
    std::vector<float> f(3 * n + 1); strided(f.data(), n, 3); strided(f.data(), n, 0 + (n > 1 ? 1 : 1)); print("f", f.data(), f.size());
    if (n > 0) strided(f.data() + 3 * (n - 1), n, -3);
    print("f", f.data(), f.size());
  }
}
